import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Declared parts of a request are sent", .timeLimit(.minutes(1)))
struct DeclaredPartsTests {
  @Test(
    "a method is sent with any declaration: HTTPMethod or String, stored or computed", .feature("F4", "E3"))
  func methods() throws {
    struct Stored: Request {
      typealias ReturnType = NoContent
      let path = "/todos"
      let method = "POST"
    }
    struct Computed: Request {
      typealias ReturnType = NoContent
      let path = "/todos"
      var method: String { "purge" }
    }
    enum Changes: Request {
      case add, remove
      typealias ReturnType = NoContent
      var path: String { "/todos" }
      var method: HTTPMethod { self == .add ? .post : .delete }
    }
    #expect(try Stored().built().method == .post)
    #expect(try Computed().built().method.rawValue == "purge")
    #expect(try Changes.add.built().method == .post)
    #expect(try Changes.remove.built().method == .delete)
    let all: [any Request<NoContent>] = [Stored(), Computed(), Changes.remove, Refined()]
    #expect(try all.map { try $0.encodeMethod().rawValue } == ["POST", "purge", "DELETE", "PUT"])
  }

  @Test("a content type is sent with any declaration, as spelled, and wins over the body's", .feature("F4"))
  func contentTypes() throws {
    struct Text: Request {
      typealias ReturnType = NoContent
      let path = "/todos"
      let method = HTTPMethod.post
      var contentType: String { "Application/JSON; Charset=UTF-8" }
      let body: Todo
    }
    struct Typed: Request {
      typealias ReturnType = NoContent
      let path = "/todos"
      let method = HTTPMethod.post
      let contentType = MediaType("text", "csv")
      let body: HTTPBody
    }
    let text = try Text(body: Todo()).built()
    #expect(text.headers[.contentType] == "Application/JSON; Charset=UTF-8")
    let typed = Typed(body: .text("a,b"))
    #expect(try typed.built().headers[.contentType] == "text/csv")
    #expect(try typed.encodeContentType() == "text/csv")
    #expect(try GetTodos().encodeContentType() == "application/json")
    #expect(try Posting(body: Data()).encodeContentType() == "application/octet-stream")
    #expect(try Submitting(body: FormFields()).encodeContentType() == "application/x-www-form-urlencoded")
  }

  @Test("in a generic request a body and a return type keep the rules of their types", .feature("F4"))
  func generic() async throws {
    #expect(try Posting(body: "text").built().body.text == "text")
    #expect(try Posting(body: String?.none).built().body.isNone)
    #expect(try Posting(body: Todo?.none).built().body.isNone)
    #expect(try Submitting(body: [String: any Encodable & Sendable]()).built().body.text == "{}")
    let client = APIClient.answering(.text("plain"))
    #expect(try await client.dispatch(Fetch<String>()) == "plain")
    #expect(try await client.dispatch(Fetch<Data>()) == Data("plain".utf8))
    #expect(try await client.dispatch(Fetch<String?>()) == "plain")
    #expect(try await APIClient.answering(.status(200)).dispatch(Fetch<Data?>()) == nil)
  }

  @Test("a stored property that has the type of a part and is not sent is reported by name", .feature("F4"))
  func reported() throws {
    struct Query: Request {
      typealias ReturnType = NoContent
      let path = "/"
      let query: QueryParams = ["q": 1]
    }
    struct Parameters: Request {
      typealias ReturnType = NoContent
      let path = "/"
      let parameters = [URLQueryItem(name: "q", value: "1")]
    }
    class Header: Request, @unchecked Sendable {
      typealias ReturnType = NoContent
      let path = "/"
      let header: HTTPHeaders = ["X-A": "1"]
    }
    final class Heir: Header, @unchecked Sendable {}
    struct Form: Request {
      typealias ReturnType = NoContent
      let path = "/"
      let form: FormFields? = ["a": 1]
    }
    struct Verb: Request {
      typealias ReturnType = NoContent
      let path = "/"
      var httpMethod = HTTPMethod.post
    }
    struct Limits: Request {
      typealias ReturnType = NoContent
      let path = "/"
      let requestOptions = RequestOptions(timeout: .seconds(1))
    }
    for (request, name) in [
      (Query(), "query"), (Parameters(), "parameters"), (Header(), "header"), (Heir(), "header"),
      (Form(), "form"), (Verb(), "httpMethod"), (Limits(), "requestOptions"),
    ] as [(any Request, String)] {
      let fault = request.fault()
      #expect(fault?.part == .declaration && fault?.reason.contains(".\(name) ") == true, "\(name)")
      #expect(Self.wrapped(request).fault()?.part == .declaration, "\(name), wrapped")
    }
    #expect(Verb(httpMethod: .get).fault() == nil)
    #expect(Verb().fault() != nil)
  }

  private static func wrapped<R: Request>(_ request: R) -> any Request { request.with(RequestOptions()) }

  @Test("payloads, values a computed property uses, and types that opt out are not reported", .feature("F4"))
  func notReported() throws {
    enum Payload: Request {
      case search(QueryParams)
      typealias ReturnType = NoContent
      var path: String { "/" }
    }
    struct Used: Request {
      typealias ReturnType = NoContent
      let path = "/"
      let filter: QueryParams
      let extra: HTTPHeaders
      let verb: HTTPMethod
      let limits: RequestOptions
      let form: FormFields
      var queryParams: QueryParams { filter }
      var headers: HTTPHeaders { extra }
      var method: HTTPMethod { verb }
      var options: RequestOptions { limits }
      var body: FormFields { form }
    }
    struct OptedOut: Request {
      typealias ReturnType = NoContent
      static let checksDeclaration = false
      let path = "/"
      let saved: QueryParams
    }
    #expect(Payload.search(["q": 1]).fault() == nil)
    let options = RequestOptions(timeout: .seconds(1))
    let used = Used(filter: ["q": 1], extra: ["X-A": "1"], verb: .post, limits: options, form: ["a": 1])
    #expect(try used.built().url.query() == "q=1")
    #expect(OptedOut(saved: ["q": 1]).fault() == nil)
  }

  @Test("a getter that throws is sent, and its error fails the call before anything is sent", .feature("F4"))
  func throwingGetters() async throws {
    struct Unsigned: Error {}
    struct Signed: Request {
      typealias ReturnType = NoContent
      let key: String?
      var path: RequestPath { get throws { try "/keys/\(signature)" } }
      var method: String { get throws { "POST" } }
      var queryParams: QueryParams { get throws { try ["q": signature] } }
      var headers: HTTPHeaders { get throws { try ["X-Signature": signature] } }
      var contentType: MediaType { get throws { MediaType("text", "plain") } }
      var body: String { get throws { try signature } }
      private var signature: String {
        get throws {
          guard let key else { throw Unsigned() }
          return key
        }
      }
    }
    let built = try Signed(key: "k").built()
    #expect(built.method == .post && built.url.path() == "/keys/k" && built.url.query() == "q=k")
    #expect(built.headers["X-Signature"] == "k" && built.headers[.contentType] == "text/plain")
    #expect(built.body.length == 1)
    let fault = Signed(key: nil).with(\.timeout, .seconds(1)).fault()
    #expect(fault?.part == .path && fault?.underlyingError is Unsigned)
    #expect(fault?.description.ranges(of: "Unsigned").count == 1)

    struct Refused: Request {
      typealias ReturnType = NoContent
      let path = "/"
      var queryParams: [String: String] {
        get throws { throw NetworkRequestError.authenticationFailed(AuthenticationFailure(.noToken)) }
      }
      var body: JSONValue { get throws(CancellationError) { throw CancellationError() } }
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    #expect(try await APIClient.testing(stub).failure(of: Refused()).kind == .authenticationFailed)
    #expect(throws: NetworkRequestError.cancelled(nil)) { try Refused().encodeBody(with: BodyCoders()) }
    #expect(stub.requests.isEmpty)
  }

  @Test("a key path that is not used is refused, and one for a custom return type is read", .feature("A33"))
  func keyPaths() async throws {
    struct Titles: ResponseConvertible, Decodable {
      let titles: [String]
      static var responseForm: ResponseForm { .decoded }
      init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
        titles = try response.decoded(as: [Todo].self, using: decoder).map(\.title)
      }
      init(from decoder: any Decoder) throws { titles = ["decoded"] }
    }
    struct At<ReturnType: ResponseConvertible>: Request {
      let path = "/"
      let keyPath = "page.todos"
    }
    #expect(At<Data>().fault()?.part == .declaration)
    #expect(At<ByteStream>().fault()?.part == .declaration)
    #expect(At<NetworkResponse>().fault()?.reason.contains("page.todos") == true)
    #expect(At<JSONLines<Todo>>().fault() == nil)
    #expect(Endpoint<HTTPURLResponse>.get("/").keyPath("a").fault()?.part == .declaration)
    let client = APIClient.answering(.json(["page": ["todos": [Todo(title: "Milk")]]]))
    #expect(try await client.dispatch(At<Titles>()).titles == ["Milk"])
    let both: Titles = try await client.dispatch(.get("/").keyPath("page.todos"))
    #expect(both.titles == ["Milk"])
  }
}

private struct Posting<Content: Sendable & Encodable>: Request {
  typealias ReturnType = NoContent
  let path = "/"
  let method = HTTPMethod.post
  let body: Content
}

private struct Submitting<Content: HTTPBodyConvertible>: Request {
  typealias ReturnType = NoContent
  let path = "/"
  let method = HTTPMethod.post
  let body: Content
}

private protocol PutRequest: Request where ReturnType == NoContent {}
extension PutRequest {
  var path: String { "/todos" }
  var method: HTTPMethod { .put }
}
private struct Refined: PutRequest {}
