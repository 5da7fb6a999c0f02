/// A text encoding of responses, by its labels in the WHATWG Encoding standard, §4.2.
///
/// The standard's rules hold: `iso-8859-1` is windows-1252, because servers use one for the other. Unlike there,
/// `us-ascii` has only ASCII, UTF-16 follows its byte order mark, and UTF-32 is known. The text is decoded by the system:
/// `iconv` of the C library on Linux, Core Foundation on Apple platforms.
enum Charset: Hashable, Sendable {
  case utf8
  case ascii
  /// UTF-16 or UTF-32, with this many bytes in a code unit.
  case wide(String.Encoding, unit: Int)
  /// An encoding of the system, by its name in IANA's registry.
  case system(String, isSingleByte: Bool)

  /// The encoding with this label; nil if there is none, or the system has no decoder of it.
  init?(named label: String) {
    guard let charset = Self.byLabel[ASCII.lowercased(label)] else { return nil }
    if case .system(let name, _) = charset, !SystemCharset.has(name) { return nil }
    self = charset
  }

  /// Every label with its encoding.
  static let byLabel: [String: Charset] = {
    var all: [String: Charset] = [:]
    for (charset, labels) in table {
      for label in labels.split(whereSeparator: \.isWhitespace) { all[String(label)] = charset }
    }
    return all
  }()

  private static func single(_ name: String) -> Charset { .system(name, isSingleByte: true) }
  private static func several(_ name: String) -> Charset { .system(name, isSingleByte: false) }

  private static let table: [(charset: Charset, labels: String)] = [
    (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
    (.ascii, "us-ascii ascii ansi_x3.4-1968"),
    (.wide(.utf16, unit: 2), "utf-16"),
    (.wide(.utf16LittleEndian, unit: 2), "utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"),
    (.wide(.utf16BigEndian, unit: 2), "utf-16be unicodefffe"),
    (.wide(.utf32, unit: 4), "utf-32"),
    (.wide(.utf32LittleEndian, unit: 4), "utf-32le"),
    (.wide(.utf32BigEndian, unit: 4), "utf-32be"),
    (single("ibm866"), "ibm866 866 cp866 csibm866"),
    (
      single("iso-8859-2"),
      "iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
      single("iso-8859-3"),
      "iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
      single("iso-8859-4"),
      "iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
      single("iso-8859-5"),
      "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
      single("iso-8859-6"),
      """
      iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i
      iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
      """
    ),
    (
      single("iso-8859-7"),
      """
      iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7
      iso_8859-7:1987 sun_eu_greek
      """
    ),
    (
      single("iso-8859-8"),
      """
      iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8
      iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
      """
    ),
    (single("iso-8859-10"), "iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    (single("iso-8859-13"), "iso-8859-13 iso8859-13 iso885913"),
    (single("iso-8859-14"), "iso-8859-14 iso8859-14 iso885914"),
    (single("iso-8859-15"), "iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 latin-9 latin9"),
    (single("iso-8859-16"), "iso-8859-16"),
    (single("koi8-r"), "koi8-r cskoi8r koi koi8 koi8_r"),
    (single("koi8-u"), "koi8-u koi8-ru"),
    (single("macintosh"), "macintosh csmacintosh mac x-mac-roman"),
    (single("x-mac-cyrillic"), "x-mac-cyrillic x-mac-ukrainian"),
    (single("windows-874"), "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
    (single("windows-1250"), "windows-1250 cp1250 x-cp1250"),
    (single("windows-1251"), "windows-1251 cp1251 x-cp1251"),
    (
      single("windows-1252"),
      """
      windows-1252 cp1252 x-cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1
      iso_8859-1:1987 l1 latin1
      """
    ),
    (single("windows-1253"), "windows-1253 cp1253 x-cp1253"),
    (
      single("windows-1254"),
      """
      windows-1254 cp1254 x-cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9
      iso_8859-9:1989 l5 latin5
      """
    ),
    (single("windows-1255"), "windows-1255 cp1255 x-cp1255"),
    (single("windows-1256"), "windows-1256 cp1256 x-cp1256"),
    (single("windows-1257"), "windows-1257 cp1257 x-cp1257"),
    (single("windows-1258"), "windows-1258 cp1258 x-cp1258"),
    (
      several("gb18030"),
      "gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk cp936"
    ),
    (several("big5-hkscs"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950"),
    (several("euc-jp"), "euc-jp cseucpkdfmtjapanese x-euc-jp"),
    (several("iso-2022-jp"), "iso-2022-jp csiso2022jp"),
    (
      several("windows-31j"),
      "shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932"
    ),
    (
      several("windows-949"),
      """
      euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
      cp949
      """
    ),
  ]
}

extension Charset {
  /// True if a line ends with one byte that occurs in no other character of the encoding.
  var hasLinesOfBytes: Bool { if case .wide = self { false } else { true } }

  /// Decodes a line. A line that is invalid in the encoding is decoded as UTF-8; bytes that are invalid there become
  /// U+FFFD.
  func line(_ line: Data) -> String {
    (self == .utf8 ? nil : text(of: line)) ?? String(decoding: line, as: UTF8.self)
  }

  /// Decodes text and drops a byte order mark. Returns nil for bytes that are invalid in the encoding, such as an odd
  /// last byte of UTF-16.
  func text(of data: Data) -> String? {
    switch self {
    case .utf8: return String(validUTF8: data.withoutMark)
    case .ascii: return data.allSatisfy { $0 < 0x80 } ? String(decoding: data, as: UTF8.self) : nil
    case .wide(let encoding, let unit):
      guard data.count % unit == 0, let text = String(data: data, encoding: encoding) else { return nil }
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    case .system(let name, let isSingleByte):
      return SystemCharset.decode(data, from: name, isSingleByte: isSingleByte)
    }
  }
}

extension Data {
  /// Text in UTF-8 without its byte order mark.
  var withoutMark: Data { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self }
}

extension NetworkResponse {
  /// The name of the charset of the text: the option ``RequestOptions/charset``, or the `charset` of the `Content-Type`.
  /// UTF-8 without either, and for the names of no charset that servers send. Quotes of any kind are taken off.
  var charsetName: String {
    guard let name = request.options.charset ?? contentType?[parameter: "charset"] else { return "utf-8" }
    let bare = name.utf8.drop { Self.isQuote($0) }.reversed().drop { Self.isQuote($0) }.reversed()
    let text = String(decoding: Array(bare), as: UTF8.self)
    return Self.namesOfNone.contains(ASCII.lowercased(text)) ? "utf-8" : text
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "'\" \t".utf8.contains(byte) }

  /// The charsets by which servers say that they know none.
  private static let namesOfNone: Set<String> = [
    "", "none", "null", "undefined", "unknown", "binary", "8bit",
  ]
}

extension RequestOptions {
  /// The charset of text, in place of the one that the response names: for a server that names another one than it uses, or
  /// one that is unknown. nil by default.
  ///
  /// It is one of the labels of the [WHATWG Encoding standard](https://encoding.spec.whatwg.org/#names-and-labels), such as
  /// `shift_jis`, and applies to `String` and ``Lines``.
  public var charset: String? {
    get { self[CharsetKey.self] }
    set { self[CharsetKey.self] = newValue }
  }
}

private enum CharsetKey: RequestOptionKey { static let defaultValue: String? = nil }

/// Formats requests and responses for people to read: a first line, the header fields, the body.
struct MessageText {
  let redaction: Redaction
  /// The maximum number of bytes of a body to show.
  var bodyLimit = 4_096
  /// The maximum size of indented JSON, in bytes; longer JSON is shown as it came.
  static let longestJSON = 64 << 10

  func request(_ request: TransportRequest) -> String {
    let headers = request.headersWithContentType
    let type = headers[.contentType].flatMap(MediaType.received)
    return text("\(request)", headers, body: body(of: request.body, type))
  }

  func response(_ response: NetworkResponse) -> String {
    text(
      HTTPStatus.text(response.status), response.headers, body: body(of: response.body, response.contentType)
    )
  }

  private func text(_ firstLine: String, _ headers: HTTPHeaders, body: String?) -> String {
    let fields = headers.map { "\($0.name): \(redaction.value(of: $0))" }
    return ([firstLine] + fields + (body.map { ["", $0] } ?? [])).joined(separator: "\n")
  }

  private func body(of body: HTTPBody, _ type: MediaType?) -> String? {
    switch body.content {
    case .none: nil
    case .data(let data): shown(data, type)
    case .file, .stream: "(\(body))"
    }
  }

  private func body(of body: TransportResponse.Body, _ type: MediaType?) -> String? {
    switch body {
    case .data(let data): data.isEmpty ? nil : shown(data, type)
    case .stream, .file: "(\(body))"
    }
  }

  private func shown(_ data: Data, _ type: MediaType?) -> String {
    let text = redaction.body(data, as: type, limit: bodyLimit)
    guard type?.isJSON == true, data.count <= bodyLimit else { return text }
    return JSONText.indented(text, upTo: Self.longestJSON) ?? text
  }
}

extension TransportRequest {
  /// The request as readable text: method and URL, header fields, body.
  ///
  /// JSON of up to 4 KiB is indented; longer bodies are cut off there. Secrets are left out.
  public var prettyPrinted: String { MessageText(redaction: options.redaction).request(self) }
}

extension NetworkResponse {
  /// The response as readable text: status, header fields, body.
  ///
  /// JSON of up to 4 KiB is indented; longer bodies are cut off there. Secrets are left out.
  public var prettyPrinted: String { MessageText(redaction: request.options.redaction).response(self) }
}
