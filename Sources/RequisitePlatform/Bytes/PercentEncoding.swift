/// Percent-encoding with one table lookup per byte, several times as fast as Foundation's (RFC 3986 §2.1).
package enum PercentEncoding {
  /// `text` in UTF-8 with every byte outside of `kept` written as `%XX`. Text that needs no escape is returned uncopied.
  package static func escape(_ text: String, keeping kept: ByteSet, spaceIsPlus: Bool = false) -> String {
    guard text.withBytes({ $0.contains { !kept.contains($0) } }) else { return text }
    var result = ""
    append(text, to: &result, keeping: kept, spaceIsPlus: spaceIsPlus)
    return result
  }

  /// Appends `text` to `result`, with every byte outside of `kept` written as `%XX`.
  ///
  /// - Parameter spaceIsPlus: True to write a space as `+`, as in a form.
  package static func append(
    _ text: String, to result: inout String, keeping kept: ByteSet, spaceIsPlus: Bool = false
  ) {
    let escapes = text.utf8.count(where: { !kept.contains($0) })
    guard escapes > 0 else { return result += text }
    result += String(unsafeUninitializedCapacity: text.utf8.count + 2 * escapes) { buffer in
      var end = 0
      for byte in text.utf8 {
        if kept.contains(byte) {
          buffer[end] = byte
          end += 1
        } else if spaceIsPlus && byte == UInt8(ascii: " ") {
          buffer[end] = UInt8(ascii: "+")
          end += 1
        } else {
          buffer[end] = UInt8(ascii: "%")
          buffer[end + 1] = hexadecimal(byte >> 4)
          buffer[end + 2] = hexadecimal(byte & 0x0F)
          end += 3
        }
      }
      return end
    }
  }

  /// A byte as `%XX`.
  package static func escaped(_ byte: UInt8) -> String {
    String(decoding: [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 0x0F)], as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}

extension PercentEncoding {
  /// The names and values of a form or a query, parsed as the WHATWG URL standard says (application/x-www-form-urlencoded
  /// parsing). The value is nil for a name without `=`.
  package static func formItems(of text: String) -> [(name: String, value: String?)] {
    text.withBytes { bytes in
      bytes.split(separator: UInt8(ascii: "&")).map { part in
        let end = part.firstIndex(of: UInt8(ascii: "="))
        return (
          decoded(part[..<(end ?? part.endIndex)], plusIsSpace: true),
          end.map { decoded(part[($0 + 1)...], plusIsSpace: true) }
        )
      }
    }
  }

  /// The bytes as text with `%XX` decoded. An invalid escape is kept as text; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Parameter plusIsSpace: True to decode `+` as a space, as in a form.
  package static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[bytes.startIndex...]
    while let byte = rest.popFirst() {
      if plusIsSpace, byte == UInt8(ascii: "+") {
        result.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), let escaped = Hexadecimal.byte(rest.prefix(2)) {
        result.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
