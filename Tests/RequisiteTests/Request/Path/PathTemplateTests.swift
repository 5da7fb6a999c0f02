import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The template of a path", .timeLimit(.minutes(1)))
struct PathTemplateTests {
  private enum Order: String { case newest }

  private func template(_ path: RequestPath, below base: BaseURL = "https://h.example") throws -> String? {
    try Endpoint<Data>.get(path).built(below: base).pathTemplate
  }

  @Test(
    "the literals of a path are its template, with {} or {label} for each value", .feature("F24"),
    arguments: [
      ("/todos", "/todos"), ("/users/\(5)/todos", "/users/{}/todos"),
      ("/users/\("a/b", as: "name")/\(Order.newest, as: "order")", "/users/{name}/{order}"),
      ("/users/\(Order.newest)/v\(2).json", "/users/{}/v{}.json"),
      ("/ip/\("1.1.1.1" as String?, as: "address")", "/ip/{address}"), ("/ip/\(nil as String?)", "/ip"),
      ("/files/\(segments: ["a", "b", "c"])/raw", "/files/{}/raw"),
      ("/files/\(segments: ["a"], as: "path")", "/files/{path}"),
      ("/a b/{x}/é", "/a%20b/%7Bx%7D/%C3%A9"), ("/\(1, as: "a/{b}")", "/{a%2F%7Bb%7D}"),
    ] as [(RequestPath, String)])
  func literals(path: RequestPath, expected: String) throws {
    #expect(try template(path) == expected)
  }

  @Test(
    "it begins with the path of the base URL, as the URL does", .feature("F24"),
    arguments: [
      ("https://h.example/api/v1/", "users/\(5)", "/api/v1/users/{}"),
      ("https://h.example/api", "//users/\(5)/", "/api/users/{}/"), ("https://h.example/api", "", "/api"),
      ("https://h.example", "", "/"), ("https://h.example/api", "/a/../b/./\(5)", "/api/b/{}"),
    ] as [(BaseURL, RequestPath, String)])
  func base(base: BaseURL, path: RequestPath, expected: String) throws {
    #expect(try template(path, below: base) == expected)
    let url = try Endpoint<Data>.get(path).built(below: base).url
    #expect(url.path(percentEncoded: true) == (expected == "/" ? "" : expected.replacing("{}", with: "5")))
  }

  @Test("a path that is composed at run time has none", .feature("F24"))
  func none() throws {
    struct Plain: Request {
      typealias ReturnType = Data
      let path = "/todos"
    }
    let whole = try #require(URL(string: "https://h.example/todos/7"))
    #expect(try Plain().built().pathTemplate == nil)
    #expect(try template(RequestPath(verbatim: "/todos")) == nil)
    #expect(try template(.url(whole)) == nil)
    #expect(TransportRequest(url: whole).pathTemplate == nil)
  }

  @Test("no value is ever in it, and it is the same for all values", .feature("F24"))
  func values() {
    let (literals, labels): ([StaticString], [StaticString?]) = (
      ["/", "/users/", "/a b/", "/v", "/.well-known/", ".json", "é"], [nil, "id", "name"]
    )
    checkProperty(cases: 2_000) { random in
      var path = RequestPath.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
      var (other, expected) = (path, "")
      for _ in 0..<random.index(below: 6) {
        let literal = literals[random.index(below: literals.count)]
        let label = labels[random.index(below: labels.count)]
        path.appendLiteral(literal)
        other.appendLiteral(literal)
        let values = (0..<3).map { _ in "§\(random.text(0...12))" }
        if random.chance(4) {
          path.appendInterpolation(segments: values, as: label)
        } else {
          path.appendInterpolation(values[0], as: label)
        }
        other.appendInterpolation(7, as: label)
        expected += "\(PercentEncoding.escape(literal.description, keeping: .path)){\(label ?? "")}"
      }
      let paths = (RequestPath(stringInterpolation: path), RequestPath(stringInterpolation: other))
      return paths.0.template == expected && paths.1.template == expected && !expected.contains("%C2%A7")
    }
  }

  @Test("it is no part of what is compared, hashed or printed", .feature("F24"))
  func comparison() {
    let (plain, labelled): (RequestPath, RequestPath) = ("/users/\(5)", "/users/\(5, as: "canary")")
    #expect(plain == labelled && plain == RequestPath(verbatim: "/users/5"))
    #expect(Set([plain, labelled, RequestPath(verbatim: "/users/5")]).count == 1)
    #expect(!"\(labelled) \(Endpoint<Data>.get(labelled))".contains("canary"))
  }

  @Test("a secret of a literal or of the base URL is removed, as it is from the URL", .feature("F24"))
  func secrets() throws {
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    let request = try Endpoint<Data>.get("/users/\(5)").built(below: BaseURL("https://h.example/\(token)"))
    #expect(request.pathTemplate == "/<redacted>/users/{}")
    #expect(!request.description.contains(token))
    let revealing = copy(request) { $0.options.redaction = .revealing }
    #expect(revealing.pathTemplate == "/\(token)/users/{}")
  }

  @Test("logs, observers and statistics have it, through the layers of a stack", .feature("F24", "C17"))
  func reached() async throws {
    let (outer, inner, statistics) = (CollectingSink(), CollectingSink(), CallStatistics())
    let stub = StubTransport {
      On(.get, "/v1/users/5/todos").respond(.status(503), .text("fine"))
      On.any().respond(.status(404))
    }
    let stack = stub.logged(to: inner).header("X-A", "b").retried(.immediate()).duplicatesRemoved()
      .cached(in: MemoryCacheStore()).logged(to: outer).observed(by: statistics)
    let client = APIClient(baseURL: "https://h.example/v1", transport: stack)
    _ = try await client.dispatch(Endpoint<String>.get("/users/\(5)/todos"))
    for path: RequestPath in ["/users/\(6)/todos", "/users/\(7)/todos", RequestPath(verbatim: "/users/8")] {
      await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(Endpoint<String>.get(path))
      }
    }
    let names = { (sink: CollectingSink) in
      sink.events.filter { $0.request.url.path() != "/v1/users/8" }
        .map { $0.fields.first { $0.name == "path_template" }?.value }
    }
    #expect(Set(names(outer)) == [.text("/v1/users/{}/todos")] && Set(names(inner)) == Set(names(outer)))
    #expect(outer.events.contains { $0.text(.fields).contains(" path_template=/v1/users/{}/todos ") })
    #expect(!outer.events.contains { $0.text(.fields).contains("path_template=/v1/users/8") })
    let summary = statistics.summary
    #expect(summary.calls == 4 && Array(summary.routes.keys) == ["GET /v1/users/{}/todos"])
    let route = try #require(summary.routes["GET /v1/users/{}/todos"])
    #expect(route.statuses == [200: 1, 404: 2] && route.latency(ofShare: 1) != nil && route.routes.isEmpty)
    let again = try JSONDecoder().decode(
      CallStatistics.Summary.self, from: JSONEncoder().encode(summary))
    #expect(again == summary)
  }

  @Test("statistics keep the first 200 routes, and count the calls of all", .feature("C17"))
  func manyRoutes() throws {
    let statistics = CallStatistics()
    for number in 0..<250 {
      let request = try Endpoint<Data>.get("/todos").built(below: BaseURL("https://h.example/\(number)"))
      statistics.observe(CallEvent(.ended(.failure(.cancelled(request)), after: .zero), request))
    }
    #expect(statistics.summary.calls == 250 && statistics.summary.routes.count == 200)
  }
}
