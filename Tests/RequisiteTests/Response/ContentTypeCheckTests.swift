import Testing

@testable import Requisite

@Suite("The Content-Type of a response")
struct ContentTypeCheckTests {
  private struct Find: Request {
    typealias ReturnType = [Int]
    let path = "/x"
    var headers = HTTPHeaders()
    var options = RequestOptions()
  }

  private func refusal(_ type: String?, of request: Find = Find(), body: String = "[1]") throws
    -> NetworkRequestError?
  {
    let headers = HTTPHeaders(type.map { [HTTPHeader(.contentType, $0)] } ?? [])
    let sent = try request.built()
    let response = NetworkResponse(status: 200, headers: headers, data: Data(body.utf8), request: sent)
    do throws(NetworkRequestError) {
      try response.checkContentType(for: [Int].self)
      return nil
    } catch {
      return error
    }
  }

  @Test("a type that the request does not accept is an error that names both", .feature("D23"))
  func refused() throws {
    let error = try #require(try refusal("text/html; charset=utf-8", body: "<html>Please log in</html>"))
    #expect(error.kind == .decodingError)
    #expect("\(error)".contains("text/html") && "\(error)".contains("application/json"))
    #expect(try refusal("application/json", of: Find(headers: [.accept(.eventStream, .html)])) != nil)
  }

  @Test("the last well-formed one of several types counts")
  func several() throws {
    #expect(try refusal("application/json, text/html") != nil)
    #expect(try refusal("text/html, application/json") == nil)
    #expect(try refusal("text/html, application/json, malformed") == nil)
    #expect(MediaType.list("text/plain; a=\"b, c/d\", x/y; z=1").last?.description == "x/y; z=1")
    #expect(MediaType.list("a, b").isEmpty)
  }

  @Test(
    "an accepted type passes, also by a range or another name of JSON", .feature("D23"),
    arguments: [
      "application/json", "Application/JSON; charset=utf-8", "application/problem+json", "text/json",
    ])
  func accepted(type: String) throws {
    #expect(try refusal(type) == nil)
    #expect(try refusal(type, of: Find(headers: [.accept(.html, .any)])) == nil)
  }

  @Test(
    "the check is skipped if Content-Type or Accept is missing or malformed, or by an option", .feature("D23")
  )
  func skipped() throws {
    #expect(try refusal(nil) == nil)
    #expect(try refusal("nonsense") == nil)
    #expect(try refusal("text/html", of: Find(headers: [.accept: ""])) == nil)
    #expect(
      try refusal("text/html", of: Find(options: RequestOptions().with(\.checksContentType, false))) == nil)
    #expect(try refusal("text/html", body: "") == nil)
  }
}
