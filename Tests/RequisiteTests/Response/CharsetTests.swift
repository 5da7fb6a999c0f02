import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Text")
struct CharsetTests {
  @Test(
    "is read by the charset of its Content-Type, or as UTF-8 without one",
    arguments: [
      (nil, [0xC3, 0xA4], "ä"), ("text/plain", [0xC3, 0xA4], "ä"),
      ("text/plain; charset=utf-8", [0xC3, 0xA4], "ä"),
      ("text/plain; charset=\"UTF-8\"", [0xEF, 0xBB, 0xBF, 0x61], "a"),
      ("text/plain; charset=ISO-8859-1", [0xE4], "ä"), ("text/plain; charset=latin1", [0xE9], "é"),
      ("text/plain; charset=windows-1252", [0x80], "€"), ("text/plain; charset=us-ascii", [0x61], "a"),
      ("text/plain; charset=iso-8859-2", [0xB1], "ą"), ("text/plain; charset=windows-1251", [0xC0], "А"),
      ("text/plain; charset=utf-16", [0xFE, 0xFF, 0x00, 0x61], "a"),
      ("text/plain; charset=utf-16", [0xFF, 0xFE, 0x61, 0x00], "a"),
      ("text/plain; charset=utf-16le", [0x61, 0x00], "a"),
      ("text/plain; charset=utf-16be", [0x00, 0x61], "a"),
      ("text/plain; charset=shift_jis", [0x82, 0xA0], "あ"),

      ("image/png", [], ""),
    ] as [(String?, [UInt8], String)])
  func read(type: String?, bytes: [UInt8], text: String) throws {
    #expect(try response(type, bytes).text() == text)
  }

  @Test(
    "that does not match its charset, or has an unknown one, is a decoding error that names the charset",
    arguments: [
      ("text/plain", [0xFF, 0xFE, 0xFD], "utf-8"), ("text/plain; charset=us-ascii", [0xE4], "us-ascii"),
      ("text/plain; charset=us-ascii", [0x61, 0x80], "us-ascii"),
      ("text/plain; charset=klingon", [0x61], "klingon"),
    ] as [(String, [UInt8], String)])
  func refused(type: String, bytes: [UInt8], charset: String) throws {
    let error = #expect(throws: NetworkRequestError.self) { try response(type, bytes).text() }
    guard case .text(charset: charset) = error?.decodingFailure?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("“\(charset)”") == true)
    #expect(error?.description.contains("unknown") == (charset == "klingon"))
  }

  private func response(_ type: String?, _ bytes: [UInt8]) throws -> NetworkResponse {
    let url = try #require(URL(string: "https://api.test/value"))
    let headers = HTTPHeaders(type.map { [HTTPHeader(.contentType, $0)] } ?? [])
    return NetworkResponse(
      status: 200, headers: headers, data: Data(bytes), request: TransportRequest(url: url))
  }

  @Test("a code unit that is cut off is a decoding error, and a byte order mark is left out of the text")
  func cutOff() throws {
    for (encoding, size) in [
      (String.Encoding.utf16LittleEndian, 2), (.utf16BigEndian, 2), (.utf32LittleEndian, 4),
    ] {
      let charset = Charset.wide(encoding, unit: size)
      let data = try #require("hé".data(using: encoding))
      #expect(charset.text(of: data) == "hé")
      let marked = try #require("\u{FEFF}hé".data(using: encoding))
      #expect(charset.text(of: marked)?.unicodeScalars.count == 2)
      for count in 1..<size { #expect(charset.text(of: data.dropLast(count)) == nil) }
    }
  }

  @Test("each name in the table decodes", .feature("F42"), arguments: Charset.byLabel.keys.sorted())
  func names(label: String) throws {
    let charset = try #require(Charset(named: label))
    guard case .wide(let encoding, _) = charset else {
      // Those that are not wide contain ASCII.
      #expect(charset.text(of: Data("plain text".utf8)) == "plain text")
      return
    }
    #expect(charset.text(of: try #require("plain".data(using: encoding))) == "plain")
  }

  @Test(
    "each encoding of the system decodes a text of its language", .feature("F42"),
    arguments: [
      ("ibm866", [0x8F, 0xE0], "Пр"), ("iso-8859-2", [0xB1], "ą"), ("iso-8859-3", [0xB1], "ħ"),
      ("iso-8859-4", [0xB1], "ą"), ("iso-8859-5", [0xBF], "П"), ("iso-8859-6", [0xC7], "ا"),
      ("iso-8859-7", [0xE1], "α"), ("iso-8859-8", [0xE0], "א"), ("iso-8859-10", [0xB1], "ą"),
      ("iso-8859-13", [0xE0], "ą"), ("iso-8859-14", [0xD0], "Ŵ"), ("iso-8859-15", [0xA4], "€"),
      ("iso-8859-16", [0xA4], "€"), ("koi8-r", [0xF0, 0xD2], "Пр"), ("koi8-u", [0xA4], "є"),
      ("macintosh", [0x8E], "é"), ("x-mac-cyrillic", [0x8F], "П"), ("windows-874", [0xA1], "ก"),
      ("windows-1250", [0xB9], "ą"), ("windows-1251", [0xCF], "П"),
      ("windows-1252", [0x80, 0x81], "€\u{81}"),
      ("windows-1253", [0xE1], "α"), ("windows-1254", [0xFD], "ı"), ("windows-1255", [0xE0], "א"),
      ("windows-1256", [0xC7], "ا"), ("windows-1257", [0xE0], "ą"), ("windows-1258", [0xD5], "Ơ"),
      ("gbk", [0xD6, 0xD0], "中"), ("gb18030", [0x81, 0x35, 0xF4, 0x37, 0xD6, 0xD0], "\u{E7C7}中"),
      ("gb2312", [0xB9, 0xFA], "国"),
      ("big5", [0xA4, 0xA4], "中"), ("euc-jp", [0xA4, 0xA2, 0xAD, 0xA1], "あ①"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42], "あ"),
      ("shift_jis", [0x82, 0xA0, 0x87, 0x40], "あ①"), ("euc-kr", [0xC7, 0xD1], "한"),
      ("ks_c_5601-1987", [0x81, 0x41], "갂"),
      ("iso-8859-1", [0x93, 0xE4, 0x94], "“ä”"),
    ] as [(String, [UInt8], String)])
  func languages(charset: String, bytes: [UInt8], text: String) throws {
    #expect(try response("text/plain; charset=\(charset)", bytes).text() == text)
  }

  @Test(
    "quotes around a charset are taken off, and one that is none counts as missing", .feature("F42"),
    arguments: ["'utf-8'", "none", "binary", "\"'UTF-8'\"", "null", "\"\""])
  func names(of none: String) throws {
    #expect(try response("text/plain; charset=\(none)", [0xC3, 0xA4]).text() == "ä")
  }

  @Test(
    "the option charset replaces that of the response, and the error of an unknown one names it",
    .feature("F42"))
  func option() throws {
    let unknown = try response("text/plain; charset=klingon", [0x82, 0xA0])
    let error = #expect(throws: NetworkRequestError.self) { try unknown.text() }
    #expect(error?.description.contains("option charset") == true)
    var request = unknown.request
    request.options.charset = "shift_jis"
    let other = NetworkResponse(status: 200, headers: unknown.headers, data: unknown.data, request: request)
    #expect(try other.text() == "あ")
  }

  @Test("names that could mean more to iconv than a charset are unknown")
  func hostile() {
    for name in [
      "utf-8//translit", "", "ibm1390", "utf-7", "ebcdic-us", "iso-2022-cn-ext", "a\0b", "../../x",
    ] {
      #expect(Charset(named: name) == nil)
    }
  }
}
