import Foundation
import RequisiteJSON
import Testing

@Suite("Snake case, and closures that encode nothing, are as JSONEncoder has them") struct SnakeCaseTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Keyed: Encodable {
    let key: Key
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: key)
    }
  }

  @Test(
    "a letter keeps its combining marks",
    arguments: [
      ("my\u{C9}cole", "my_\u{E9}cole"), ("myE\u{301}cole", "my_e\u{301}cole"),
      ("aXE\u{301}cole", "a_x_e\u{301}cole"), ("aB\u{301}C\u{301}d", "a_b\u{301}_c\u{301}d"),
      ("ABC\u{301}", "a_bc\u{301}"), ("\u{301}aB", "\u{301}a_b"), ("a\u{345}B\u{345}c", "a\u{345}_b\u{345}c"),
      ("a\u{1C5}\u{1C5}x", "a_\u{1C6}_\u{1C6}x"), ("a\u{600}Aa", "a\u{600}_aa"), ("\u{600}Aa", "\u{600}aa"),
      ("myURLPath", "my_url_path"), ("x", "x"), ("Ab", "ab"), ("", ""), ("a", "a"), ("AB", "a_b"),
    ])
  func graphemes(key: String, expected: String) throws {
    let value = Keyed(key: Key(stringValue: key))
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let ours = String(decoding: try JSONCoding(keys: .snakeCase).encode(value), as: UTF8.self)
    let theirs = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(Array(ours.utf8) == Array(theirs.utf8))
    #expect(Array(ours.utf8) == Array("{\"\(expected)\":1}".utf8))
  }

  @Test("random letters and marks")
  func random() throws {
    // Without marks that combine with the letter after them, such as U+0600, whose place depends on that letter's encoding.
    let letters = [
      "a", "B", "é", "É", "e\u{301}", "E\u{301}", "\u{301}", "_", "\u{1C5}", "1", "👩‍👩‍👧",
    ]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    var random = Seeded(7)
    for _ in 0..<2_000 {
      let key = (0..<random.below(9)).map { _ in letters[random.below(letters.count)] }.joined()
      let value = Keyed(key: Key(stringValue: key))
      let ours = try JSONCoding(keys: .snakeCase).encode(value)
      #expect(try ours == encoder.encode(value), "\(key.unicodeScalars.map(\.value))")
    }
  }

  private struct Holder: Encodable {
    var date = Date(timeIntervalSince1970: 0)
    var data = Data()
  }

  @Test("a custom closure that encodes nothing gives an empty object, at the top too")
  func nothing() throws {
    let json = JSONCoding(
      dates: .custom(decode: { _ in Date() }, encode: { _, _ in }),
      data: .custom(decode: { _ in Data() }, encode: { _, _ in }), output: .sortedKeys)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { _, _ in }
    encoder.dataEncodingStrategy = .custom { _, _ in }
    encoder.outputFormatting = .sortedKeys
    #expect(try json.encode(Date()) == Data("{}".utf8) && encoder.encode(Date()) == Data("{}".utf8))
    #expect(try json.encode(Data()) == Data("{}".utf8) && encoder.encode(Data()) == Data("{}".utf8))
    #expect(try json.encode([Date()]) == encoder.encode([Date()]))
    #expect(try json.encode(Holder()) == encoder.encode(Holder()))
  }
}
