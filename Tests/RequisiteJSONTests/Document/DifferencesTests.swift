import Foundation
import RequisiteJSON
import Testing

/// The table of the article *JSON*: where `JSONCoding` does something else than Foundation on Linux. If Foundation's side of
/// one of these fails, Foundation has changed, and the table loses a row.
@Suite("Differences from Foundation") struct DifferencesTests {
  private struct Value: Encodable {
    let body: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private static func key(_ name: String) -> Probe.Key { Probe.Key(stringValue: name) }

  @Test("zero with an exponent is zero")
  func zeroWithExponent() throws {
    let text = Data("[0e5]".utf8)
    #expect(try JSONCoding().decode([Double].self, from: text) == [0])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Double].self, from: text) }
  }

  @Test("UTF-32 with a little-endian mark is read")
  func utf32() throws {
    let text = try #require("\u{feff}[1]".data(using: .utf32LittleEndian))
    #expect(try JSONCoding().decode([Int].self, from: text) == [1])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: text) }
  }

  @Test("a mark of UTF-16 before UTF-32 is an error")
  func mixedMarks() throws {
    let text = Data([0xFE, 0xFF, 0, 0]) + (try #require("[1]".data(using: .utf32LittleEndian)))
    #expect(throws: DecodingError.self) { try JSONCoding().decode([Int].self, from: text) }
    #expect(try JSONDecoder().decode([Int].self, from: text) == [1])
  }

  @Test("of two faults in a dictionary, the first in the text is reported")
  func twoFaults() throws {
    let text = Data(#"{"a":"x","b":"y","c":"z"}"#.utf8)
    let ours = #expect(throws: DecodingError.self) { try JSONCoding().decode([String: Int].self, from: text) }
    guard case .typeMismatch(_, let context) = ours else {
      Issue.record("\(String(describing: ours))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a"])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Int].self, from: text) }
  }

  @Test("the path of an encoding error has the keys of nested containers")
  func nestedPaths() {
    let value = Value { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      var nested = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("f"))
      try nested.encode(Double.infinity, forKey: Self.key("x"))
    }
    #expect(path(of: { try JSONCoding().encode(value) }) == ["f", "x"])
    #expect(path(of: { try JSONEncoder().encode(value) }) == ["x"])
  }

  private func path(of body: () throws -> Data) -> [String] {
    guard case .invalidValue(_, let context) = #expect(throws: EncodingError.self, performing: body) else {
      return []
    }
    return context.codingPath.map(\.stringValue)
  }

  @Test("a Decimal that is not a number is an error")
  func decimal() throws {
    #expect(throws: EncodingError.self) { try JSONCoding().encode([Decimal.nan]) }
    #expect(try JSONEncoder().encode([Decimal.nan]) == Data("[NaN]".utf8))
  }

  @Test("of two nested containers for one key, the second replaces the first")
  func nestedContainers() throws {
    let value = Value { encoder in
      var container = encoder.container(keyedBy: Probe.Key.self)
      var first = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("n"))
      try first.encode(1, forKey: Self.key("x"))
      var second = container.nestedContainer(keyedBy: Probe.Key.self, forKey: Self.key("n"))
      try second.encode(2, forKey: Self.key("y"))
    }
    #expect(try JSONCoding().encode(value) == Data(#"{"n":{"y":2}}"#.utf8))
    let theirs = try JSONDecoder().decode([String: [String: Int]].self, from: JSONEncoder().encode(value))
    #expect(theirs == ["n": ["x": 1, "y": 2]])
  }

  private struct Coded: Decodable {
    enum CodingKeys: String, CodingKey { case count }
    let count: Int
  }

  @Test(
    "the keys of a decoding error have the names of those that the type is read by, not their type")
  func pathKeys() {
    let text = Data(#"{"count":"one"}"#.utf8)
    for (ours, decode) in [
      (true, { _ = try JSONCoding().decode(Coded.self, from: text) }),
      (false, { _ = try JSONDecoder().decode(Coded.self, from: text) }),
    ] {
      let error = #expect(throws: DecodingError.self, performing: decode)
      guard case .typeMismatch(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["count"])
      #expect((context.codingPath.first is Coded.CodingKeys) == !ours)
    }
  }

  @Test("a text of 4 GiB is refused before it is read")
  func hugeText() {
    let start = Array("[1]     ".utf8)
    start.withUnsafeBytes { bytes in
      // More than there is: only the first four bytes, which tell the encoding, may be read.
      let huge = UnsafeRawBufferPointer(start: bytes.baseAddress, count: Int(UInt32.max))
      #expect(throws: DecodingError.self) { try JSONCoding().decode([Int].self, from: huge) }
    }
  }

  @Test("both accept a comma before a closing bracket", arguments: ["[1,]", "[1 , ]"])
  func trailingComma(text: String) throws {
    #expect(try JSONCoding().decode([Int].self, from: Data(text.utf8)) == [1])
    #expect(try JSONDecoder().decode([Int].self, from: Data(text.utf8)) == [1])
  }
}
