import RequisiteTesting
import Testing

@testable import Requisite

@Suite("White space in a base URL")
struct BaseURLSpaceTests {
  @Test(
    "at the ends is taken off", .feature("F42"),
    arguments: [
      "http://h/v1\n", "http://h/v1\r\n", " http://h/v1", "http://h/v1\t ", "\u{A0}http://h/v1\u{A0}",
      "ws://h/v1\n",
    ])
  func ends(text: String) throws {
    let url = try BaseURL(text).resolved().url(path: "/x", query: QueryParams())
    #expect(url.absoluteString == "http://h/v1/x")
  }

  @Test(
    "within it is refused", .feature("F42"),
    arguments: [
      "http://h/v 1", "http://h/v\n1", "http://h\t/v1", "http:// h/v1", "http://h/\u{A0}/v1", "ht tp://h",
    ])
  func inside(text: String) {
    let error = #expect(throws: NetworkRequestError.self) { try BaseURL(text).resolved() }
    #expect(error?.description.contains("white space") == true)
  }
}
