import RequisiteTesting
import Testing

@Suite("Contents of stub responses", .timeLimit(.minutes(1)))
struct StubContentTests {
  private struct Watch: Request {
    typealias ReturnType = ServerSentEvents
    let path = "/watch"
  }

  @Test("Literal JSON, also malformed; events; a media type", .feature("F11"))
  func contents() async throws {
    let stub = StubTransport {
      On(.get, "/written").respond(jsonText: #"{"id": 7}"#)
      On(.get, "/broken").respond(.json(text: "{"))
      On(.get, "/page").respond(.text("<p>", contentType: .html))
      On(.get, "/watch").respond(events: [
        ServerSentEvent(type: "added", data: "a\nb", id: "1", retry: .seconds(2)), ServerSentEvent(data: "c"),
      ])
    }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)
    #expect(try await client.dispatch(Endpoint<[String: Int]>.get("/written")) == ["id": 7])
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<[Int]>.get("/broken"))
    }
    #expect(try await client.dispatch(Endpoint<NetworkResponse>.get("/page")).contentType == .html)
    var events: [ServerSentEvent] = []
    for try await event in try await client.dispatch(Watch()) { events.append(event) }
    #expect(events.map(\.data) == ["a\nb", "c"])
    #expect(events.map(\.type) == ["added", "message"])
    #expect(events.first?.retry == .seconds(2))
  }
}
