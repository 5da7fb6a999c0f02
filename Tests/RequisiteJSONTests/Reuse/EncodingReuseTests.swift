import Foundation
import RequisiteJSON
import Testing

/// Settings encode value after value in the same memory. Nothing of one value may be seen in another.
@Suite struct EncodingReuseTests {
  private struct Failure: Error {}

  /// Encodes whatever its body encodes.
  private struct Value: Encodable {
    let body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private let coding = JSONCoding()

  private func text(_ body: @escaping (any Encoder) throws -> Void) throws -> String {
    String(decoding: try coding.encode(["v": Value(body: body)]), as: UTF8.self)
  }

  private static func key(_ name: String) -> Probe.Key { Probe.Key(stringValue: name) }

  /// The text of a value that uses objects, nested containers and a super encoder.
  private func textOfAll(_ number: Int) throws -> String {
    try text { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      try container.encode(number, forKey: Self.key("a"))
      var nested = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("b"))
      try nested.encode(["x": number], forKey: Self.key("c"))
      try [number].encode(to: container.superEncoder())
    }
  }

  private func expectAll(_ number: Int) throws {
    let text = try textOfAll(number)
    #expect(text == #"{"v":{"a":\#(number),"b":{"c":{"x":\#(number)}},"super":[\#(number)]}}"#)
  }

  @Test("A container or an encoder that is kept after its call throws, and leaves later texts alone")
  func keptAfterTheCall() throws {
    var containers: [KeyedEncodingContainer<Probe.Key>] = []
    var encoders: [any Encoder] = []
    for number in 0..<5 {
      _ = try text { encoder in
        var container = encoder.container(keyedBy: Probe.Key.self)
        try container.encode(1, forKey: Self.key("a"))
        containers.append(container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("b")))
        encoders.append(container.superEncoder())
        containers.append(container)
        encoders.append(encoder)
      }
      for index in containers.indices {
        #expect(throws: EncodingError.self) { try containers[index].encode(1, forKey: Self.key("late")) }
        var late = containers[index].nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("late"))
        try late.encode(1, forKey: Self.key("dropped"))
      }
      for encoder in encoders {
        var late = encoder.container(keyedBy: Probe.Key.self)
        #expect(throws: EncodingError.self) { try late.encode(1, forKey: Self.key("late")) }
      }
      try expectAll(number)
    }
  }

  @Test(
    "A container within a container is written while it is used, although the outer one was released before")
  func innermostContainerIsUsed() throws {
    for number in 0..<3 {
      let text = try self.text { encoder in
        var container = encoder.container(keyedBy: Probe.Key.self)
        var outer = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("a"))
        var inner = outer.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("b"))
        try container.encode(number, forKey: Self.key("c"))
        try container.encode(number, forKey: Self.key("d"))
        try inner.encode(number, forKey: Self.key("e"))
      }
      #expect(text == #"{"v":{"a":{"b":{"e":\#(number)}},"c":\#(number),"d":\#(number)}}"#)
    }
  }

  @Test("An error, with containers of the failed value still in use, leaves later texts alone")
  func failures() throws {
    var containers: [KeyedEncodingContainer<Probe.Key>] = []
    for number in 0..<5 {
      #expect(throws: Failure.self) {
        try self.text { encoder in
          var container = encoder.container(keyedBy: Probe.Key.self)
          containers.append(container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("b")))
          throw Failure()
        }
      }
      let text = try self.text { encoder in
        var container = encoder.container(keyedBy: Probe.Key.self)
        let failing = Value { encoder in
          var list = encoder.unkeyedContainer()
          containers.append(list.nestedContainer(keyedBy: Probe.Key.self))
          throw Failure()
        }
        try? container.encode(failing, forKey: Self.key("a"))
        try container.encode(number, forKey: Self.key("b"))
      }
      #expect(text == #"{"v":{"b":\#(number)}}"#)
      for index in containers.indices {
        _ = containers[index].nestedUnkeyedContainer(forKey: Self.key("late"))
        try containers[index].encode(1, forKey: Self.key("dropped"))
      }
      try expectAll(number)
    }
  }

  @Test("Objects of one type within one another, deeper than containers are kept, have their own members")
  func recursion() throws {
    final class Node: Encodable {
      let name: String
      let children: [Node]
      init(_ name: String, _ children: [Node]) { (self.name, self.children) = (name, children) }
    }
    let tree = (0..<30).reduce(Node("leaf", [])) { Node("\($1)", [$0, Node("twig", [])]) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var sorted = coding
    sorted.output = .sortedKeys
    for _ in 0..<3 { #expect(try sorted.encode(tree) == encoder.encode(tree)) }
  }

  @Test("A value can encode another one with the same settings while it is encoded")
  func nestedCalls() throws {
    let text = try self.text { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      try container.encode(1, forKey: Self.key("a"))
      try container.encode(try textOfAll(7), forKey: Self.key("b"))
      try container.encode(2, forKey: Self.key("c"))
    }
    let inner = #"{\"v\":{\"a\":7,\"b\":{\"c\":{\"x\":7}},\"super\":[7]}}"#
    #expect(text == #"{"v":{"a":1,"b":"\#(inner)","c":2}}"#)
  }

  @Test("Copies of settings share memory, each with its own style of keys, and release what they hold")
  func copiesOfSettings() throws {
    final class Token: Sendable {}
    struct Todo: Encodable { var userId = 1 }
    let userInfoKey = try #require(CodingUserInfoKey(rawValue: "token"))
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      var copy = coding
      copy.keys = .snakeCase
      copy.userInfo[userInfoKey] = strong
      #expect(String(decoding: try copy.encode(Todo()), as: UTF8.self) == #"{"user_id":1}"#)
    }
    #expect(token == nil)
    #expect(String(decoding: try coding.encode(Todo()), as: UTF8.self) == #"{"userId":1}"#)
  }
}
