/// Refuses property lists that nest deeper than Foundation's decoder can follow: it recurses for each level, and 100,000
/// nested arrays end the process. JSON has the same limit in Foundation.
///
/// The form of a document is decided as Foundation decides it. Whatever a check does not recognize is refused, because a
/// document that is read in another way here than there could hide its depth.
enum PropertyListCheck {
  /// The maximum nesting depth of a document: its levels of arrays and dictionaries.
  static let deepest = 512
  /// The maximum number of values that a binary property list may expand to: an object is stored once and can be
  /// referenced many times, so that sixty small arrays can expand to more values than fit in memory.
  private static let mostValues = 10_000_000

  /// Checks a document that a `PropertyListDecoder` is about to decode. Does nothing for other decoders.
  static func run(on data: Data, for decoder: any ResponseDecoder) throws {
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

  /// Returns the text in UTF-8 if it has a byte order mark, and as it is otherwise. Returns nil for UTF-32 and for malformed
  /// UTF-16.
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

  /// Checks a list in the old style of NeXTSTEP, where `(` and `{` open a level.
  ///
  /// Counts all of them, those in strings and comments as well, and does not look for the brackets that close: where a
  /// string ends is a matter of the parser.
  private static func hasFewBrackets(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") } <= deepest
  }
}
