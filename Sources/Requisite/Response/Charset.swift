/// The encodings of text that responds come in, by their names (WHATWG Encoding standard, §4.2).
enum Charset {
  static func encoding(named name: String) -> String.Encoding? {
    switch ASCII.lowercased(name) {
    case "utf-8", "utf8", "unicode-1-1-utf-8": .utf8
    case "us-ascii", "ascii": .ascii
    case "iso-8859-1", "latin1", "iso_8859-1", "l1": .isoLatin1
    case "iso-8859-2", "latin2": .isoLatin2
    case "windows-1250", "cp1250": .windowsCP1250
    case "windows-1251", "cp1251": .windowsCP1251
    case "windows-1252", "cp1252": .windowsCP1252
    case "windows-1253", "cp1253": .windowsCP1253
    case "windows-1254", "cp1254": .windowsCP1254
    case "utf-16": .utf16
    case "utf-16le": .utf16LittleEndian
    case "utf-16be": .utf16BigEndian
    case "utf-32": .utf32
    case "shift_jis", "sjis", "windows-31j": .shiftJIS
    case "euc-jp": .japaneseEUC
    case "iso-2022-jp": .iso2022JP
    default: nil
    }
  }

  /// Whether the end of a line is one byte in it, and that byte nothing else.
  static func hasLinesOfBytes(_ encoding: String.Encoding) -> Bool {
    ![.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32].contains(encoding)
  }

  /// The text of a line; what is none of that encoding becomes U+FFFD.
  static func line(_ line: Data, in encoding: String.Encoding) -> String {
    (encoding == .utf8 ? nil : String(data: line, encoding: encoding))
      ?? String(decoding: line, as: UTF8.self)
  }

  /// The text of the bytes, without a byte order mark; nil where they are none of that encoding. A unit that was cut off, as
  /// an odd last byte of UTF-16, makes them none.
  static func text(of data: Data, in encoding: String.Encoding) -> String? {
    guard data.count % unit(of: encoding) == 0 else { return nil }
    if encoding == .utf8 {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return String(data: data.starts(with: mark) ? data.dropFirst(mark.count) : data, encoding: .utf8)
    }
    guard let text = String(data: data, encoding: encoding) else { return nil }
    return unit(of: encoding) > 1 && text.unicodeScalars.first == "\u{FEFF}"
      ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// How many bytes a unit of the encoding has.
  private static func unit(of encoding: String.Encoding) -> Int {
    switch encoding {
    case .utf16, .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32, .utf32LittleEndian, .utf32BigEndian: 4
    default: 1
    }
  }
}
