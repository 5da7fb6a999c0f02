import Foundation
import Testing

@testable import RequisiteJSON

/// Settings decode text after text in the same memory. Nothing of one text may be seen in another.
@Suite struct DecodingReuseTests {
  private struct Member: Decodable {
    let container: KeyedDecodingContainer<Probe.Key>
    let child: [Member]?

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Probe.Key.self)
      child = try container.decodeIfPresent([Member].self, forKey: Probe.Key(stringValue: "child"))
    }

    func name() throws -> String { try container.decode(String.self, forKey: Probe.Key(stringValue: "name")) }
  }

  @Test("A container that is kept reads its own text after the same settings have decoded others")
  func keptContainers() throws {
    let coding = JSONCoding()
    func decode(_ name: String) throws -> Member {
      let text = #"{"name": "\#(name)", "child": [{"name": "child of \#(name)"}, {"name": "second"}]}"#
      return try coding.decode(Member.self, from: Data(text.utf8))
    }
    let members = try (0..<20).map { try decode("member \($0)") }
    _ = try coding.decode([[String: Int]].self, from: Data(#"[{"name": 1}]"#.utf8))
    for (index, member) in members.enumerated() {
      #expect(try member.name() == "member \(index)")
      #expect(try member.child?.first?.name() == "child of member \(index)")
      #expect(try member.child?.last?.name() == "second")
    }
  }

  @Test("A container that a kept decoder makes after decoding holds the text")
  func containersMadeLater() throws {
    struct Kept: Decodable {
      let decoder: any Decoder

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        _ = try decoder.container(keyedBy: Probe.Key.self)
      }
    }
    let containers = try (0..<20).map { number in
      let text = Data(#"{"name": "number \#(number)"}"#.utf8)
      return try JSONCoding().decode(Kept.self, from: text).decoder.container(keyedBy: Probe.Key.self)
    }
    for (number, container) in containers.enumerated() {
      #expect(try container.decode(String.self, forKey: Probe.Key(stringValue: "name")) == "number \(number)")
    }
  }

  @Test("Objects nested deeper than there are reused containers keep their own containers")
  func deepContainers() throws {
    let coding = JSONCoding()
    for depth in [1, 7, 8, 9, 40, 200, 12] {
      let text = (0..<depth).reduce(#"{"name": "leaf"}"#) { inner, level in
        #"{"child": [\#(inner), {"name": "side \#(level)"}], "name": "level \#(level)"}"#
      }
      for _ in 0..<2 {
        var member = try coding.decode(Member.self, from: Data(text.utf8))
        for level in (0..<depth).reversed() {
          #expect(try member.name() == "level \(level)")
          #expect(try member.child?.last?.name() == "side \(level)")
          member = try #require(member.child?.first)
        }
        #expect(try member.name() == "leaf")
      }
    }
  }

  @Test(
    "Valid and malformed texts of all lengths, decoded one after another, decode as with separate settings")
  func textAfterText() throws {
    let coding = JSONCoding(keys: .snakeCase)
    for length in [1, 3, 2000, 0, 40, 20_000, 2, 7] {
      let numbers = Array(0..<length)
      let text = #"{"a_list": [\#(numbers.map(String.init).joined(separator: ","))]}"#
      #expect(try coding.decode([String: [Int]].self, from: Data(text.utf8)) == ["a_list": numbers])
      #expect(throws: DecodingError.self) {
        try coding.decode([String: [Int]].self, from: Data(text.utf8.dropLast()))
      }
      #expect(throws: DecodingError.self) { try coding.decode([String: Bool].self, from: Data(text.utf8)) }
    }
  }

  @Test("A value can decode another text with the same settings in its init(from:)")
  func nestedCalls() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "coding"))
    struct Outer: Decodable {
      let inner: [String: Int]
      let name: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Probe.Key.self)
        let coding = decoder.userInfo.values.first as? JSONCoding
        let text = try container.decode(String.self, forKey: Probe.Key(stringValue: "text"))
        inner = try coding?.decode([String: Int].self, from: Data(text.utf8)) ?? [:]
        name = try container.decode(String.self, forKey: Probe.Key(stringValue: "name"))
      }
    }
    let inner = JSONCoding()
    var coding = inner
    coding.userInfo[key] = inner
    let text = Data(#"[{"text": "{\"a\": 1}", "name": "one"}, {"text": "{\"b\": 2}", "name": "two"}]"#.utf8)
    let values = try coding.decode([Outer].self, from: text)
    #expect(values.map(\.inner) == [["a": 1], ["b": 2]])
    #expect(values.map(\.name) == ["one", "two"])
  }

  @Test("Releasing settings releases their memory, although a copy of them remains")
  func settingsAreReleased() throws {
    final class Token: Sendable {}
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    let coding = JSONCoding()
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      var copy = coding
      copy.userInfo[key] = strong
      #expect(try copy.decode([Int].self, from: Data("[1, 2]".utf8)) == [1, 2])
    }
    #expect(token == nil)
    #expect(try coding.decode([Int].self, from: Data("[3]".utf8)) == [3])
  }

  @Test("A document whose text is refused keeps neither that text nor the previous one")
  func refusedText() throws {
    let document = Document()
    func scan(_ text: String) throws {
      var text = text
      try text.withUTF8 { try document.scan($0) }
    }
    try scan(#"{"name": "one that is longer than a small string"}"#)
    #expect(document.endUse(isHeld: false))
    #expect(throws: DecodingError.self) { try scan("[1, 2") }
    #expect(document.count == 0)
  }

  @Test(
    "Tasks that decode with the same settings at a time do not share memory, also after malformed texts",
    .timeLimit(.minutes(3)))
  func concurrentCalls() async throws {
    let coding = JSONCoding()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<200 {
            let text = #"{"name": "task \#(task)", "child": [{"name": "\#(round)"}]}"#
            let member = try coding.decode(Member.self, from: Data(text.utf8))
            #expect(try member.name() == "task \(task)")
            #expect(try member.child?.first?.name() == "\(round)")
            let cut = Data(text.utf8.dropLast(round % 5 + 1))
            #expect(throws: DecodingError.self) { try coding.decode(Member.self, from: cut) }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
