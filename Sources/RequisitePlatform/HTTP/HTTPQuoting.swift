/// Quoted strings in field values (RFC 9110 §5.6.4): splits around them, adds quotes and removes them.
package enum HTTPQuoting {
  /// The members of a list: the parts between commas outside of quotes, with white space trimmed. Empty ones are left out
  /// (RFC 9110 §5.6.1.2).
  @inlinable package static func list(_ text: some StringProtocol) -> [Substring] {
    parts(of: Substring(text), at: UInt8(ascii: ","))
  }

  /// The ranges of the items in such a list.
  package static func list(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    ranges(in: bytes, at: UInt8(ascii: ","))
  }

  /// A value and its parameters (RFC 9110 §5.6.6): the text before the first semicolon outside of quotes, which may be
  /// empty, and the parts between the further ones, with white space trimmed. Empty parameters are left out.
  @inlinable package static func item(
    _ text: some StringProtocol
  ) -> (value: Substring, parameters: [Substring]) {
    item(of: Substring(text))
  }

  @usableFromInline static func item(of text: Substring) -> (value: Substring, parameters: [Substring]) {
    guard let end = firstIndex(of: UInt8(ascii: ";"), in: text) else { return (ASCII.trimmed(text), []) }
    return (ASCII.trimmed(text[..<end]), parts(of: text[end...], at: UInt8(ascii: ";")))
  }

  @usableFromInline static func parts(of text: Substring, at separator: UInt8) -> [Substring] {
    text.withBytes { ranges(in: $0, at: separator) }.map { text[bytesAt: $0] }
  }

  /// The ranges of the parts in one pass, because a hostile server can send very many.
  private static func ranges(in bytes: UnsafeBufferPointer<UInt8>, at separator: UInt8) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var quotes = Quotes()
    var (start, end) = (0, 0)
    for (position, byte) in bytes.enumerated() {
      quotes.take(byte)
      if byte == separator, !quotes.areOpen {
        if start < end { ranges.append(start..<end) }
        (start, end) = (position + 1, position + 1)
      } else if !ASCII.isWhitespace(byte) {
        end = position + 1
      } else if start == position {
        (start, end) = (position + 1, position + 1)
      }
    }
    if start < end { ranges.append(start..<end) }
    return ranges
  }

  /// The index of the first separator outside of quotes; nil if there is no such separator.
  package static func firstIndex(of separator: UInt8, in text: Substring) -> Substring.Index? {
    var quotes = Quotes()
    return text.firstIndex(ofByte: { byte in
      quotes.take(byte)
      return byte == separator && !quotes.areOpen
    })
  }

  /// True if every opening quote has a closing one.
  package static func isClosed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var quotes = Quotes()
    for byte in text { quotes.take(byte) }
    return !quotes.areOpen
  }

  /// Whether a position in a text is within quotes, by the bytes up to it.
  private struct Quotes {
    private(set) var areOpen = false
    private var isEscape = false

    mutating func take(_ byte: UInt8) {
      if isEscape {
        isEscape = false
      } else if areOpen && byte == UInt8(ascii: "\\") {
        isEscape = true
      } else if byte == UInt8(ascii: "\"") {
        areOpen.toggle()
      }
    }
  }

  /// The text of a token, or of a quoted string without its quotes and escapes; nil for other text.
  package static func unquoted(_ text: Substring) -> String? {
    var rest = text.utf8.makeIterator()
    guard rest.next() == UInt8(ascii: "\"") else { return Token.isValid(text) ? String(text) : nil }
    var result: [UInt8] = []
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "\""): return rest.next() == nil ? String(decoding: result, as: UTF8.self) : nil
      case UInt8(ascii: "\\"):
        guard let escaped = rest.next() else { return nil }
        result.append(escaped)
      default: result.append(byte)
      }
    }
    return nil
  }

  /// The text of a quoted string at the start of a text, or up to the end of the text if its quotes are never closed; the
  /// text itself if it does not begin with a quote.
  package static func unquotedStart(_ text: Substring) -> String {
    var rest = text.utf8.makeIterator()
    guard rest.next() == UInt8(ascii: "\"") else { return String(text) }
    var result: [UInt8] = []
    while let byte = rest.next(), byte != UInt8(ascii: "\"") {
      result.append(byte == UInt8(ascii: "\\") ? rest.next() ?? byte : byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Parses `name=value` or `name="value"`, with optional white space around the equals sign. Returns nil for other text.
  package static func parameter(_ text: Substring) -> (name: String, value: String)? {
    guard let (name, rest) = nameAndText(text), let value = unquoted(rest) else { return nil }
    return (String(name), value)
  }

  /// The sides of `name=value`, with white space trimmed, for values of any form. Returns nil without a value or a valid name.
  package static func nameAndText(_ text: Substring) -> (name: Substring, value: Substring)? {
    let sides = ASCII.nameAndValue(text)
    let name = ASCII.trimmed(sides.name)
    guard let value = sides.value, Token.isValid(name) else { return nil }
    return (name, ASCII.trimmed(value))
  }

  /// `value` unchanged if it is a token, otherwise as a quoted string.
  package static func quotedIfNeeded(_ value: String) -> String {
    Token.isValid(value) ? value : quoted(value)
  }

  /// `value` as a quoted string, with its quotes and backslashes escaped.
  package static func quoted(_ value: String) -> String {
    var result = "\""
    for character in value.unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}

/// A token of HTTP, the syntax of methods and field names (RFC 9110 §5.6.2).
package enum Token {
  /// True if `text` is a token: not empty, with only the characters that RFC 9110 allows.
  @inlinable package static func isValid(_ text: some StringProtocol) -> Bool {
    text.withBytes { isValid(UnsafeRawBufferPointer($0)) }
  }

  /// True if the bytes are those of a token.
  package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    // Not generic: code of other modules would not be specialized. Once for the text: each access to a static constant checks
    // that it is initialized.
    let allowed = bytes
    for byte in text where !allowed.contains(byte) { return false }
    return !text.isEmpty
  }

  private static let bytes = ByteSet(ByteSet.alphanumeric, "!#$%&'*+-.^_`|~")
}
