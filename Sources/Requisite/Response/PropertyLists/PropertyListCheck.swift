/// Refuses property lists that nest too deep for Foundation's decoder, which recurses for each level: 100,000 nested
/// arrays end the process. Foundation limits JSON to the same depth.
///
/// The format of a document is detected as Foundation detects it. A document that the check does not recognize is refused,
/// because Foundation could find a deeper nesting in it than the check does.
enum PropertyListCheck {
  /// The maximum nesting depth of a document, in levels of arrays and dictionaries.
  static let deepest = 512
  /// The maximum number of values that a binary property list may expand to. An object is stored once and can be
  /// referenced many times, so sixty small arrays can expand to more values than fit in memory.
  private static let mostValues = 10_000_000

  /// Checks a document that a `PropertyListDecoder` is about to decode. Does nothing for other decoders.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the document is malformed or nests deeper than ``deepest``.
  static func run(on data: Data, for decoder: any ResponseDecoder) throws {
    // Nearly all bodies are JSON, and comparing types is faster than casting to a class that may have subclasses.
    guard type(of: decoder) != JSONCoding.self else { return }
    guard decoder is PropertyListDecoder, !isAccepted([UInt8](data)) else { return }
    let problem = "the property list is malformed, or nests deeper than \(deepest) levels"
    throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: problem))
  }

  private static func isAccepted(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "bplist".utf8) {
      guard bytes.starts(with: "bplist00".utf8), let list = BinaryPropertyList(bytes) else { return false }
      return list.isWithin(depth: deepest, values: mostValues)
    }
    guard let (text, hasMark) = utf8(bytes) else { return false }
    if text.first(where: { !whitespace.contains($0) }) == UInt8(ascii: "<") {
      var list = XMLPropertyList(text, isUTF8: hasMark)
      return list.isWithin(depth: deepest)
    }
    return hasFewBrackets(bytes)
  }

  private static let whitespace = ByteSet(" \t\r\n")

  /// Converts text with a byte order mark to UTF-8 and removes the mark. Returns text without a mark unchanged, and nil for
  /// UTF-32 and malformed UTF-16.
  private static func utf8(_ bytes: [UInt8]) -> (text: [UInt8], hasMark: Bool)? {
    let encoding: String.Encoding
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xEF, 0xBB):
      return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? (Array(bytes.dropFirst(3)), true) : nil
    case (0xFE, 0xFF): encoding = .utf16BigEndian
    case (0xFF, 0xFE): encoding = .utf16LittleEndian
    default: return (bytes, false)
    }
    guard !bytes.dropFirst(2).starts(with: [0, 0]) else { return nil }
    return String(data: Data(bytes.dropFirst(2)), encoding: encoding).map { (Array($0.utf8), true) }
  }

  /// Checks a list in the old NeXTSTEP format, in which `(` and `{` open a level.
  ///
  /// Counts every opening bracket, also in strings and comments, and ignores closing brackets, because only Foundation's
  /// parser knows where a string ends.
  private static func hasFewBrackets(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") } <= deepest
  }
}
