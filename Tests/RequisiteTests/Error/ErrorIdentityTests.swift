import RequisiteTesting
import Testing

@Suite("Errors are compared, wrapped and described", .timeLimit(.minutes(1)))
struct ErrorIdentityTests {
  @Test("each error equals itself, and no other", .feature("E10"))
  func equatable() throws {
    let errors = try SecretsTests.errors()
    for (index, error) in errors.enumerated() {
      #expect(error == errors[index])
      for other in errors.indices where other != index { #expect(error != errors[other]) }
    }
  }

  @Test("errors of one case with different responses, causes or requests differ", .feature("E10"))
  func different() throws {
    let url = try #require(URL(string: "https://api.test/a"))
    let request = TransportRequest(url: url)
    func response(_ text: String) -> NetworkResponse {
      NetworkResponse(status: 404, data: Data(text.utf8), request: request)
    }
    #expect(NetworkRequestError.notFound(response("a")) == .notFound(response("a")))
    #expect(NetworkRequestError.notFound(response("a")) != .notFound(response("b")))
    #expect(NetworkRequestError.cancelled(request) != .cancelled(TransportRequest(url: url)))
    #expect(Self.failure(.timedOut) != Self.failure(.cannotFindHost))
    #expect(Self.failure(.timedOut) == Self.failure(.timedOut))
    #expect(
      NetworkRequestError.bodyTooLarge(1) != .bodyTooLarge(2))
    #expect(
      NetworkRequestError.invalidRequest(InvalidRequest(.path, "a"))
        != .invalidRequest(InvalidRequest(.query, "a")))
  }

  @Test("an error of any type is converted to its case, and its cause is kept", .feature("E12", "B13"))
  func wrapping() throws {
    struct Own: Error, Equatable { let code: Int }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/a")))
    #expect(NetworkRequestError(CancellationError(), request: request) == .cancelled(request))
    #expect(NetworkRequestError(URLError(.cancelled), request: request) == .cancelled(request))
    let lost = NetworkRequestError(URLError(.networkConnectionLost), request: request)
    #expect(lost.kind == .urlSessionFailed)
    #expect((lost.underlyingError as? URLError)?.code == .networkConnectionLost)
    #expect(lost.request == request)
    let thrown = NetworkRequestError(
      TransportFailure(.timedOut, underlyingError: Own(code: 1)), request: request)
    #expect(thrown.isTimeout && thrown.underlyingError as? Own == Own(code: 1) && thrown.request == request)
    #expect(NetworkRequestError(TransportFailure(.cancelled), request: request) == .cancelled(request))
    let unknown = NetworkRequestError(Own(code: 7), request: request)
    #expect(unknown.kind == .unknownError)
    #expect(unknown.underlyingError as? Own == Own(code: 7))
    #expect(NetworkRequestError(lost) == lost, "the library's own stays what it is")
  }

  @Test("a DecodingError without a response is a decoding error with its place and request", .feature("E12"))
  func decoding() throws {
    struct Token: Decodable { let value: String }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/a")))
    let cause = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Token].self, from: Data(#"[{"value": 1}]"#.utf8))
    }
    let error = NetworkRequestError(try #require(cause), request: request)
    let failure = try #require(error.decodingFailure)
    #expect(error.underlyingError is DecodingError)
    #expect(failure.codingPath == ["0", "value"] && failure.type == "String")
    #expect(error.request == request && error.response == nil && error.status == nil)
    #expect(
      error.description.hasPrefix(
        "GET https://api.test/a: cannot decode String at “0.value”: Expected"))
    #expect(error != NetworkRequestError(try #require(cause)))
  }

  @Test("the type in the message has no address in memory, also if it is private", .feature("E12"))
  func typeName() throws {
    struct Token: Decodable {}
    let response = NetworkResponse(
      status: 200, request: TransportRequest(url: try #require(URL(string: "https://api.test/a"))))
    let failure = DecodingFailure(.keyPathNotFound("a"), type: [String: Token?].self, response: response)
    #expect(failure.type == "[String: Token?]")
  }

  @Test("an error that a custom layer throws is converted to its case too", .feature("E12"))
  func thrownByALayer() async throws {
    let credentials = Credentials {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "x"))
    }
    let client = APIClient(
      baseURL: "https://api.test", credentials: credentials, transport: UnimplementedTransport())
    #expect(try await client.failure(of: GetTodos()).kind == .decodingError)
    struct KeychainIsLocked: Error {}
    let locked = APIClient(
      baseURL: "https://api.test", credentials: Credentials { throw KeychainIsLocked() },
      transport: UnimplementedTransport())
    let error = try await locked.failure(of: GetTodos())
    #expect(error.kind == .unknownError && error.underlyingError is KeychainIsLocked)
  }

  @Test(
    "a description names the request, its result, and the explanation of the server", .feature("E10", "C32"))
  func description() async throws {
    let client = APIClient.answering(.text("the server is\ndown", status: 503))
    let error = try await client.failure(of: GetTodos())
    #expect(
      error.localizedDescription
        == "GET https://api.test/todos: the server answered 503 Service Unavailable — the server is down")
    #expect(error.request?.url.path == "/todos")
    #expect(error.response?.status == 503)
    let lost = try await APIClient.answering(.failure(.networkConnectionLost)).failure(of: GetTodos())
    #expect(lost.localizedDescription == "GET https://api.test/todos: the connection was lost")
    #expect(lost.response == nil)
  }

  private static func failure(_ code: TransportFailure.Code) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code))
  }
}
