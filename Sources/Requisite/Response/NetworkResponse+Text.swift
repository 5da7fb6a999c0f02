extension NetworkResponse {
  /// Decodes the body as text, by the `charset` of its `Content-Type`; as UTF-8 without one.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the charset is unknown or the bytes are invalid in it.
  public func text() throws(NetworkRequestError) -> String {
    let charset = contentType?[parameter: "charset"] ?? "utf-8"
    guard let encoding = Charset.encoding(named: charset),
      let text = Charset.text(of: data, in: encoding)
    else {
      throw .decodingError(DecodingFailure(.text(charset: charset), type: String.self, response: self))
    }
    return text
  }

  /// The first 200 bytes of the body as text on one line, for error messages; secrets are left out.
  var bodyPreview: String {
    OneLine.text(request.options.redaction.body(data, as: contentType, limit: 200))
  }

  /// The problem details (RFC 9457); nil if the body is not `application/problem+json`, or is malformed.
  public var problem: ProblemDetails? {
    guard contentType?.parametersAside(.problemJSON) == true else { return nil }
    do { return try JSONCoding().decode(ProblemDetails.self, from: data) } catch { return nil }
  }
}

/// The text encodings of responses, by their names (WHATWG Encoding standard, §4.2).
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

  /// True if a line ends with one byte that occurs in no other character of the encoding.
  static func hasLinesOfBytes(_ encoding: String.Encoding) -> Bool {
    ![.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32].contains(encoding)
  }

  /// Decodes a line. A line that is invalid in the encoding is decoded as UTF-8; bytes that are invalid there become
  /// U+FFFD.
  static func line(_ line: Data, in encoding: String.Encoding) -> String {
    (encoding == .utf8 ? nil : String(data: line, encoding: encoding))
      ?? String(decoding: line, as: UTF8.self)
  }

  /// Decodes text and drops a byte order mark. Returns nil for bytes that are invalid in the encoding, such as an odd
  /// last byte of UTF-16.
  static func text(of data: Data, in encoding: String.Encoding) -> String? {
    guard data.count % unit(of: encoding) == 0 else { return nil }
    if encoding == .utf8 {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return String(validUTF8: data.starts(with: mark) ? data.dropFirst(mark.count) : data)
    }
    guard let text = String(data: data, encoding: encoding) else { return nil }
    return unit(of: encoding) > 1 && text.unicodeScalars.first == "\u{FEFF}"
      ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The size of a code unit of the encoding, in bytes.
  private static func unit(of encoding: String.Encoding) -> Int {
    switch encoding {
    case .utf16, .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32, .utf32LittleEndian, .utf32BigEndian: 4
    default: 1
    }
  }
}
