import Testing

@testable import Requisite

@Suite("The Content-Type that is announced")
struct AnnouncementTests {
  private struct Send<Body: Encodable & Sendable>: Request {
    typealias ReturnType = Void
    let path = "/x"
    let method = HTTPMethod.post
    var headers = HTTPHeaders()
    let body: Body
  }

  private struct Raw: Request {
    typealias ReturnType = Void
    let path = "/x"
    let method = HTTPMethod.post
    var headers = HTTPHeaders()
    let body: Data
  }

  private struct SendForm: Request {
    typealias ReturnType = Void
    let path = "/x"
    let method = HTTPMethod.post
    var headers = HTTPHeaders()
    let body: MultipartForm
  }

  private struct Remove: Request {
    typealias ReturnType = Void
    let path = "/x"
    let method = HTTPMethod.delete
    var headers = HTTPHeaders()
  }

  private func announced(_ request: some Request, client: String? = nil) throws -> [String] {
    let headers = HTTPHeaders(client.map { [HTTPHeader("content-type", $0)] } ?? [])
    let defaults = RequestDefaults(base: "https://h.example", headers: headers)
    return try request.transportRequest(adding: defaults).headers.values(for: .contentType)
  }

  @Test(
    "the Content-Type of a client applies if it is another name of the body's type", .feature("E23", "A15"))
  func ofTheClient() throws {
    #expect(try announced(Send(body: 1), client: "application/vnd.api+json") == ["application/vnd.api+json"])
    #expect(
      try announced(Send(body: 1), client: "application/json; charset=utf-8") == [
        "application/json; charset=utf-8"
      ])
    #expect(try announced(Send(body: 1), client: "text/plain") == ["application/json"])
    #expect(try announced(Raw(body: Data()), client: "application/json") == ["application/octet-stream"])
    let form = MultipartForm([.text("a", "1")], boundary: "b")
    #expect(
      try announced(SendForm(body: form), client: "application/json") == ["multipart/form-data; boundary=b"])
    #expect(
      try announced(SendForm(body: form), client: "multipart/form-data") == [
        "multipart/form-data; boundary=b"
      ])
  }

  @Test("without a body there is no Content-Type, unless the request sets one", .feature("E23"))
  func withoutBody() throws {
    #expect(try announced(Remove(), client: "application/json").isEmpty)
    #expect(try announced(Send(body: Int?.none), client: "application/json").isEmpty)
    #expect(try announced(Remove(headers: [.contentType: "a/b"])) == ["a/b"])
  }

  @Test("the Content-Type of a request must match the encoding of the body", .feature("E23"))
  func ofTheRequest() throws {
    #expect(
      try announced(Send(headers: [.contentType: "application/merge-patch+json"], body: 1))
        == ["application/merge-patch+json"])
    #expect(try announced(Raw(headers: [.contentType: "image/png"], body: Data())) == ["image/png"])
    let form = MultipartForm([.text("a", "1")], boundary: "b")
    for fault in [
      Send(headers: [.contentType: "application/x-www-form-urlencoded"], body: 1).fault(),
      SendForm(headers: [.contentType: "multipart/form-data"], body: form).fault(),
      SendForm(headers: [.contentType: "multipart/form-data; boundary=c"], body: form).fault(),
    ] {
      let fault = try #require(fault)
      #expect(fault.part == .header)
      #expect(fault.reason.contains("Content-Type"))
    }
  }
}
