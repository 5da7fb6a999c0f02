import Foundation
import RequisiteJSON
import Testing

/// What `JSONEncoder` stops the process for, and what it does not do at all.
@Suite struct ContainerMisuseTests {
  private struct Value: Encodable {
    let body: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func text(_ body: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
    String(decoding: try JSONCoding().encode(["v": Value(body: body)]), as: UTF8.self)
  }

  private static func key(_ name: String) -> Probe.Key { Probe.Key(stringValue: name) }

  @Test("Encoding two values where one is expected is an error, and does not end the process")
  func twoValuesThrow() {
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      }
    }
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var object = encoder.container(keyedBy: Probe.Key.self)
        try? object.encode(1, forKey: Self.key("a"))
      }
    }
  }

  @Test("A member whose encoding throws is left out")
  func failedMembersLeaveNothing() throws {
    struct Failure: Error {}
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      try container.encode(1, forKey: Self.key("a"))
      let failing = Value { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode("half")
        var nested = list.nestedContainer(keyedBy: Probe.Key.self)
        try nested.encode(1, forKey: Self.key("x"))
        throw Failure()
      }
      try? container.encode(failing, forKey: Self.key("b"))
      try? container.encode(Double.nan, forKey: Self.key("c"))
      try container.encode(2, forKey: Self.key("d"))
    }
    #expect(text == #"{"v":{"a":1,"d":2}}"#)
  }

  @Test("A nested container is written where it was made, no matter when it is filled")
  func nestedContainersKeepTheirPlace() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      var first = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("first"))
      var second = container.nestedUnkeyedContainer(forKey: Self.key("second"))
      try container.encode("last", forKey: Self.key("last"))
      try second.encode(1)
      try first.encode(true, forKey: Self.key("a"))
      try second.encode(2)
      let superEncoder = second.superEncoder()
      try second.encode(3)
      try ["deep"].encode(to: superEncoder)
    }
    #expect(text == #"{"v":{"first":{"a":true},"second":[1,2,["deep"],3],"last":"last"}}"#)
  }

  @Test("A key encoded twice is in the object once, with its last value, as JSONEncoder has it")
  func repeatedKeysCountOnce() throws {
    let text = try text { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      try container.encode(1, forKey: Self.key("a"))
      try container.encode(2, forKey: Self.key("b"))
      try container.encode(3, forKey: Self.key("a"))
    }
    #expect(text == #"{"v":{"b":2,"a":3}}"#)
  }

  @Test("Nesting deeper than 511 is an error", arguments: [510, 511, 512, 600])
  func deepNesting(depth: Int) {
    indirect enum Nest: Encodable {
      case leaf, list(Nest)
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .list(let inner) = self { try container.encode(inner) }
      }
    }
    let value = (1..<depth).reduce(Nest.leaf) { inner, _ in .list(inner) }
    let ours = Outcome.of { "\(try JSONCoding().encode(value).count)" }
    let theirs = Outcome.of { "\(try JSONEncoder().encode(value).count)" }
    #expect(ours == theirs)
  }

  @Test("Members and elements that failed within their containers do not count as nesting")
  func failuresAreNotDepth() throws {
    struct Failure: Error {}
    let text = try text { encoder in
      let failing = Value { encoder in
        _ = encoder.unkeyedContainer()
        throw Failure()
      }
      var object = encoder.container(keyedBy: Probe.Key.self)
      for _ in 0..<600 {
        #expect(throws: Failure.self) { try object.encode(failing, forKey: Self.key("a")) }
      }
      var list = object.nestedUnkeyedContainer(forKey: Self.key("b"))
      for _ in 0..<600 { #expect(throws: Failure.self) { try list.encode(failing) } }
      try list.encode([1])
    }
    #expect(text == #"{"v":{"b":[[1]]}}"#)
  }

  @Test("The order of members is the order of encoding")
  func orderIsKept() throws {
    struct Todo: Encodable { var title = "a", id = 1, completed = false }
    #expect(
      String(decoding: try JSONCoding().encode(Todo()), as: UTF8.self)
        == #"{"title":"a","id":1,"completed":false}"#)
  }
}
