import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The Content-Type of a response", .timeLimit(.minutes(1)))
struct ReceivedMediaTypeTests {
  @Test(
    "a malformed parameter is skipped, and a value that is not a token is taken as it is (WHATWG MIME Sniffing §4.4)",
    .feature("F42"),
    arguments: [
      ("text/html; charset=iso-8859-1; foo", "text/html", "charset", "iso-8859-1"),
      ("text/event-stream; charset", "text/event-stream", "charset", nil),
      ("multipart/mixed; boundary=a=b", "multipart/mixed", "boundary", "a=b"),
      ("text/html; charset: x", "text/html", "charset", nil),
      ("text/html; charset=\"utf-8", "text/html", "charset", "utf-8"),
      ("text/html; charset=\"utf-8\"x; q=1", "text/html", "charset", "utf-8"),
      ("text/html;;; charset=a;charset=b", "text/html", "charset", "a"),
      ("text/html; =x; a b=c; charset=d", "text/html", "charset", "d"),
      ("text/html; charset=", "text/html", "charset", nil),
      ("text/html, application/json; charset=utf-8", "application/json", "charset", "utf-8"),
      ("application/json, broken", "application/json", "charset", nil),
    ] as [(String, String, String, String?)])
  func lenient(field: String, essence: String, parameter: String, value: String?) throws {
    let type = try #require(MediaType.received(field))
    #expect("\(type.type)/\(type.subtype)" == essence)
    #expect(type[parameter: parameter] == value)
  }

  @Test(
    "without a type there is none",
    arguments: ["", "html", "text/", "/html", "text html", "te xt/html", ";charset=a"])
  func none(field: String) { #expect(MediaType.received(field) == nil) }

  @Test("a media type in code stays strict")
  func strict() {
    let text = "text/html; foo"
    #expect(MediaType(text) == nil)
  }

  @Test(
    "what is JSON is JSON", .feature("F42"),
    arguments: [
      ("application/x-amz-json-1.0", true), ("application/x-amz-json-1.1", true),
      ("application/x-json", true),
      ("text/x-json", true), ("application/hal+json", true), ("application/x-ndjson", false),
      ("application/x-json-stream", false), ("application/json-seq", false), ("application/jsonl", false),
    ])
  func json(type: String, isJSON: Bool) {
    #expect(MediaType.received(type)?.isJSON == isJSON)
  }

  @Test("a type of the option acceptedTypes is accepted, and others are not", .feature("F42"))
  func alias() async throws {
    struct Table: Request {
      typealias ReturnType = String
      let path = "/table"
      let headers: HTTPHeaders = [.accept: "application/csv"]
      var options = RequestOptions()
    }
    let client = APIClient.answering(.text("a,b", contentType: "text/csv"))
    let error = try await client.failure(of: Table())
    #expect(error.description.contains("acceptedTypes"))
    #expect(try await client.dispatch(Table(options: .init().with(\.acceptedTypes, ["text/csv"]))) == "a,b")
  }

}
