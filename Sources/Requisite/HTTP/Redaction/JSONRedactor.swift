/// Redacts secrets in JSON by the names of its members: complete, cut off anywhere, or a text with a document on each line.
///
/// A string that a colon follows is a name. If it is secret, the value up to the next comma or the closing bracket is
/// hidden and keeps its type and shape, so that it can still be decoded: strings become the mark, numbers 0 and Booleans
/// false; `null`, and the names within arrays and objects, stay. Strings with escapes are searched without them; the text is
/// searched as a whole afterwards. The work is linear in the size of the text.
struct JSONRedactor: ByteRewriter {
  private let redaction: Redaction
  let bytes: [UInt8]
  var output: [UInt8] = []
  var copied = 0
  private var hides = false
  /// How many brackets of a hidden value are open.
  private var depth = 0

  private init(_ text: String, _ redaction: Redaction) {
    (bytes, self.redaction) = (Array(text.utf8), redaction)
  }

  /// True if the first character, after white space and a byte order mark, opens an object or array.
  static func isBegun(by text: String) -> Bool {
    let first = text.utf8.first { !ASCII.isSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The text with secret values replaced. Returns nil if no member has one.
  static func redacted(_ text: String, by redaction: Redaction) -> String? {
    var redactor = JSONRedactor(text, redaction)
    return redactor.run()
  }

  /// Handles the token at an offset. Returns the offset after it.
  mutating func step(at place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: "\""): return string(at: place)
    case UInt8(ascii: "{"), UInt8(ascii: "["): if hides { depth += 1 }
    case UInt8(ascii: "}"), UInt8(ascii: "]"): if depth > 0 { depth -= 1 } else { hides = false }
    case UInt8(ascii: ","): if depth == 0 { hides = false }
    case UInt8(ascii: ":"): break
    case let byte where ASCII.isSpace(byte): break
    default: return scalar(at: place)
    }
    return place + 1
  }

  private mutating func string(at place: Int) -> Int {
    let content = bytes[(place + 1)..<end(ofStringAt: place)]
    let after = min(content.endIndex + 1, bytes.count)
    if bytes[after...].first(where: { !ASCII.isSpace($0) }) == UInt8(ascii: ":") {
      if depth == 0 {
        let name = content.contains(UInt8(ascii: "\\")) ? decoded(content) : nil
        hides = redaction.hidesValue(of: name ?? String(decoding: content, as: UTF8.self))
      }
    } else if hides {
      replace(content.indices, by: Redaction.mark)
    } else if content.contains(UInt8(ascii: "\\")), let text = decoded(content),
      let redacted = TextRedactor.redacted(text, by: redaction, as: .text)
    {
      do {
        let encoded = String(decoding: try Self.strings.encode(redacted), as: UTF8.self)
        replace(content.indices, by: String(encoded.dropFirst().dropLast()))
      } catch { replace(content.indices, by: Redaction.mark) }
    }
    return after
  }

  /// The offset of the closing quotation mark; of the end of the line or text if it is missing.
  private func end(ofStringAt place: Int) -> Int {
    var end = place + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\n") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, bytes.count)
  }

  private static let strings = JSONCoding(output: .withoutEscapingSlashes)

  /// The inside of a string with its escapes decoded; nil if one is malformed or cut off.
  private func decoded(_ content: ArraySlice<UInt8>) -> String? {
    do { return try Self.strings.decode(String.self, from: Data("\"".utf8 + content + "\"".utf8)) } catch {
      return nil
    }
  }

  /// Replaces a number, literal or unquoted text if it is hidden.
  private mutating func scalar(at place: Int) -> Int {
    let text = bytes[place...].prefix { !Self.delimiters.contains($0) && !ASCII.isSpace($0) }
    guard hides else { return text.endIndex }
    switch bytes[place] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "t"), UInt8(ascii: "f"): replace(text.indices, by: "false")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): replace(text.indices, by: "0")
    default: replace(text.indices, by: Redaction.mark)
    }
    return text.endIndex
  }

  private static let delimiters = ByteSet("\"{}[],:")
}
