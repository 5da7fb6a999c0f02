import Requisite
import RequisiteTesting
import Testing

@Suite struct EndpointDispatchTests {
  private let client = APIClient(
    baseURL: "https://api.example.com",
    transport: StubTransport {
      On(.get, "/headlines").reply(json: ["Rain", "Sun"])
      On(.get, "/search").reply(json: ["Found"])
    })

  @Test("A2, A6, B17: an endpoint of a constrained extension is named by a leading dot")
  func leadingDot() async throws {
    #expect(try await client.dispatch(.headlines) == ["Rain", "Sun"])
    #expect(try await client.dispatch(.search(matching: "a & b")) == ["Found"])
  }

  @Test("C35: its value comes together with the reply where that is asked for")
  func response() async throws {
    let response = try await client.response(for: .headlines)
    #expect(response.value == ["Rain", "Sun"])
    #expect(response.status == 200)
  }
}

extension Endpoint where ReturnType == [String] {
  fileprivate static var headlines: Endpoint { .get("/headlines") }
  fileprivate static func search(matching text: String) -> Endpoint { .get("/search", query: ["q": text]) }
}
