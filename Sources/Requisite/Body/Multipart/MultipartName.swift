/// Escaping of names and file names in a `Content-Disposition: form-data`, as browsers do it (HTML standard,
/// multipart/form-data encoding algorithm): UTF-8, with the quotation mark, CR and LF escaped.
///
/// The percent sign itself is not escaped, so a name that contains a literal `%22` arrives with a
/// quotation mark in its place.
enum MultipartName {
  /// True if the name has no control character below U+0020 other than the tab and the two that are escaped. NUL is the
  /// most dangerous: some servers end names there.
  static func canBeSent(_ name: String) -> Bool {
    !name.utf8.contains { byte in
      byte < 0x20 && byte != 0x09 && !escapes.contains { $0.byte == byte }
    }
  }

  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { byte in escapes.contains { $0.byte == byte } }) else { return name }
    let bytes = name.utf8.flatMap { byte in
      escapes.first { $0.byte == byte }.map { Array($0.text.utf8) } ?? [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // Compares bytes, not characters: a combining mark after an escape would hide it.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      if let escape = escapes.first(where: { rest.starts(with: $0.text.utf8) }) {
        result.append(escape.byte)
        rest = rest.dropFirst(escape.text.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [(text: String, byte: UInt8)] = [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)]
}
