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
      let data = try #require("hé".data(using: encoding))
      #expect(Charset.text(of: data, in: encoding) == "hé")
      let marked = try #require("\u{FEFF}hé".data(using: encoding))
      #expect(Charset.text(of: marked, in: encoding)?.unicodeScalars.count == 2)
      for count in 1..<size { #expect(Charset.text(of: data.dropLast(count), in: encoding) == nil) }
    }
  }
}
