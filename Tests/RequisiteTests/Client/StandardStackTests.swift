import RequisiteTesting
import Testing

@Suite("The standard stack")
struct StandardStackTests {
  private let base = "https://api.example.com"

  @Test("C5, C6, C37: many calls for the same are one request, whose response is kept for the next")
  func sharedAndKept() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(status: 200, headers: ["Cache-Control": "max-age=60"], json: [1, 2, 3])
        .once()
    }
    let client = APIClient(baseURL: base, transport: StandardStack(on: stub).transport)
    let values = try await client.dispatch(
      all: [any Request<[Int]>](repeating: Endpoint<[Int]>.get("/todos"), count: 20))
    #expect(values == Array(repeating: [1, 2, 3], count: 20))
    let response = try await client.response(for: Endpoint<[Int]>.get("/todos"))
    #expect(response.cacheDecision?.outcome == .hit)
    #expect(stub.requests.count == 1)
  }

  @Test("C13, C20: an attempt that fails is followed by another, and the log tells of the call")
  func retriedAndLogged() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(status: 503).then(.status(200))
    }
    let sink = CollectingSink()
    var stack = StandardStack(on: stub)
    stack.retry = .immediate()
    stack.log = sink
    let response = try await APIClient(baseURL: base, transport: stack.transport)
      .response(for: Endpoint<Data>.get("/todos"))
    #expect(response.attempts.count == 2)
    #expect(sink.entries.count == 2)
    #expect(sink.entries.last?.text().contains("200 OK") == true)
  }
}
