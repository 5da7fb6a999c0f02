import Requisite
import RequisiteTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct EndpointDispatchTests {
  private let client = APIClient(
    baseURL: "https://api.example.com",
    transport: StubTransport {
      On(.get, "/headlines").respond(json: ["Rain", "Sun"])
      On(.get, "/search").respond(json: ["Found"])
    })

  @Test("an endpoint of a constrained extension is named by a leading dot", .feature("A2", "A6", "B17"))
  func leadingDot() async throws {
    #expect(try await client.dispatch(.headlines) == ["Rain", "Sun"])
    #expect(try await client.dispatch(.search(matching: "a & b")) == ["Found"])
  }

  @Test("it is named so with a default, several attempts or a completion, too", .feature("A2", "B17"))
  func leadingDotElsewhere() async throws {
    #expect(await client.dispatch(.headlines, default: []) == ["Rain", "Sun"])
    #expect(await client.dispatch(.missing, default: ["None"]) == ["None"])
    #expect(try await client.dispatch(.headlines, attempts: 2) == ["Rain", "Sun"])
    let called = await withCheckedContinuation { continuation in
      client.dispatch(.headlines) { continuation.resume(returning: $0) }
    }
    #expect(try called.get() == ["Rain", "Sun"])
  }

  @Test("its value can be returned together with the response", .feature("C35"))
  func response() async throws {
    let response = try await client.response(for: .headlines)
    #expect(response.value == ["Rain", "Sun"])
    #expect(response.status == 200)
  }
}

extension Endpoint where ReturnType == [String] {
  fileprivate static var headlines: Endpoint { .get("/headlines") }
  fileprivate static var missing: Endpoint { .get("/missing") }
  fileprivate static func search(matching text: String) -> Endpoint { .get("/search", query: ["q": text]) }
}
