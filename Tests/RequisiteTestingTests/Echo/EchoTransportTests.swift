import RequisiteTesting
import Testing

@Suite("Echo and unimplemented transports", .timeLimit(.minutes(1)))
struct EchoTransportTests {
  struct Stamped: Transport {
    let upstream: any Transport
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      var request = request
      request.headers[.userAgent] = "todos/1.0"
      return try await upstream.send(request)
    }
  }

  struct Ping: Request {
    typealias ReturnType = Echo
    let path = "/ping"
    let method = HTTPMethod.post
    let body = ["a": 1]
  }

  @Test("an echo shows what a custom decorator sends", .feature("C4", "C7"))
  func echo() async throws {
    let client = APIClient.testing(Stamped(upstream: EchoTransport()))
    let echo = try await client.dispatch(Ping())
    #expect(echo.method == "POST")
    #expect(echo.url == "https://api.test/ping")
    #expect(echo.body == #"{"a":1}"#)
    #expect(echo.fields[.userAgent] == "todos/1.0")
    #expect(echo.fields[.contentType] == "application/json")
  }

  @Test("a dependency that was not injected fails each call with an error that says so", .feature("C39"))
  func unimplemented() async throws {
    let client = APIClient.testing(UnimplementedTransport("TodoService"))
    let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(FindTodos()) }
    let call = try error.unwrapped.cause(as: UnimplementedTransport.Failure.self).unwrapped
    #expect(call.description.contains("GET https://api.test/todos was called"))
    #expect(call.description.contains("TodoService"))
    #expect(call.description.contains("EchoTransportTests.swift:"))
    #expect(error?.localizedDescription.contains("TodoService") == true)
  }
}
