/// Measures how deep the elements of an XML property list nest, without recursion.
///
/// Accepts only the XML that property lists consist of: no attributes except those of `plist`, no inline document type, no
/// elements with other names. In this subset, all parsers agree where a comment, a section or a tag ends.
struct XMLPropertyList {
  private var rest: ArraySlice<UInt8>
  private let isUTF8: Bool
  private var depth = 0

  /// Creates a reader of the text.
  ///
  /// - Parameters:
  ///   - text: The text without a byte order mark.
  ///   - isUTF8: True if the text is known to be UTF-8. Otherwise the encoding that it declares must contain ASCII.
  init(_ text: [UInt8], isUTF8: Bool) {
    (rest, self.isUTF8) = (text[...], isUTF8)
  }

  /// True if all markup of the list can be read and at most `limit` elements are nested in one another.
  mutating func isWithin(depth limit: Int) -> Bool {
    guard isUTF8 || hasKnownEncoding else { return false }
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      guard skipMarkup(), depth <= limit else { return false }
    }
    return true
  }

  /// Skips what follows a `<`. Returns false if it is not the markup of a property list.
  private mutating func skipMarkup() -> Bool {
    if take("!--") {
      return !rest.starts(with: ">".utf8) && !rest.starts(with: "->".utf8) && skip(past: "-->")
    }
    if take("![CDATA[") { return skip(past: "]]>") }
    if take("!DOCTYPE") {
      return !nextTag().contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }
    }
    if take("?") { return !rest.starts(with: ">".utf8) && skip(past: "?>") }
    if take("/") {
      depth = max(depth - 1, 0)
      return isName(nextTag())
    }
    return skipStart()
  }

  /// Skips a start tag, or the tag of an empty element.
  private mutating func skipStart() -> Bool {
    var tag = nextTag()
    if tag.starts(with: "plist".utf8), tag.dropFirst(5).first.map(TextValue.isSpace) ?? true {
      depth += 1
      return !tag.contains(UInt8(ascii: "<"))
    }
    guard tag.last == UInt8(ascii: "/") else {
      depth += 1
      return isName(tag)
    }
    tag.removeLast()
    return isName(tag)
  }

  /// True if the tag is the name of an element of property lists, with optional white space after it.
  private func isName(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.prefix { !TextValue.isSpace($0) }
    guard tag.dropFirst(name.count).allSatisfy(TextValue.isSpace) else { return false }
    return Self.names.contains(String(decoding: name, as: UTF8.self))
  }

  private static let names: Set<String> = [
    "array", "data", "date", "dict", "false", "integer", "key", "plist", "real", "string", "true",
  ]

  /// Returns the bytes before the next `>` and removes them and the `>` from the rest. Returns no bytes, which are not a
  /// valid tag, if the rest has no `>`.
  private mutating func nextTag() -> ArraySlice<UInt8> {
    guard let index = rest.firstIndex(of: UInt8(ascii: ">")) else {
      rest = []
      return []
    }
    defer { rest = rest[(index + 1)...] }
    return rest[..<index]
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skip(past end: String) -> Bool {
    guard let offset = rest.withUnsafeBytes({ ByteSearch(end).offset(in: $0, from: 0) }) else { return false }
    rest = rest.dropFirst(offset + end.utf8.count)
    return true
  }

  /// True if the text declares no encoding or a known one that contains ASCII. In others, other bytes can mean `<`.
  private var hasKnownEncoding: Bool {
    guard rest.starts(with: "<?xml".utf8) else { return true }
    let declaration = rest.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
    guard let start = declaration.withUnsafeBytes({ ByteSearch("encoding").offset(in: $0, from: 0) }) else {
      return true
    }
    var value = declaration.dropFirst(start + 8)
    guard value.popFirst() == UInt8(ascii: "="), let quote = value.popFirst(),
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), value.contains(quote)
    else { return false }
    let name = ASCII.lowercased(String(decoding: value.prefix { $0 != quote }, as: UTF8.self))
    return Self.encodings.contains(name) || Self.families.contains(where: name.hasPrefix)
  }

  private static let encodings: Set<String> = ["ascii", "us-ascii", "utf-8"]
  private static let families = ["iso-8859-", "windows-125"]
}
