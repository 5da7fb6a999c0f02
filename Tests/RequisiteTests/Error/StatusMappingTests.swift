import RequisiteTesting
import Testing

@Suite("Statuses", .timeLimit(.minutes(1)))
struct StatusMappingTests {
  @Test(
    "each status that ends a response is a success or its error", .feature("E10", "E11"),
    arguments: 200...599)
  func mapping(status: Int) async throws {
    let stub = StubTransport { On.any().respond(status: status, headers: ["X-A": "1"], text: "words") }
    let outcome = await APIClient.testing(stub).outcome(of: Fetch<String>())
    guard let kind = Self.kind(of: status) else {
      #expect(outcome == nil)
      return
    }
    #expect(outcome?.kind == kind)
    #expect(outcome?.status == status)
    #expect(outcome?.response?.data == Data((status == 304 ? "" : "words").utf8))
    #expect(outcome?.response?.headers["X-A"] == "1")
    #expect(outcome?.request?.url.path == "/value")
  }

  /// The table of the design, written out: nil for a success.
  private static func kind(of status: Int) -> NetworkRequestError.Kind? {
    switch status {
    case 200...299: nil
    case 400: .badRequest
    case 401: .unauthorized
    case 403: .forbidden
    case 404: .notFound
    case 402, 405...499: .error4xx
    case 500: .serverError
    case 501...599: .error5xx
    default: .unexpectedStatus
    }
  }

  @Test("a request and a client can set the accepted statuses", .feature("C10"))
  func accepted() async throws {
    let client = APIClient.answering(.json(Todo(), status: 404))
    let options = RequestOptions().with(\.acceptedStatuses, Set(200..<500))
    #expect(try await client.dispatch(Fetch<Todo>(options: options)) == Todo())
    let strict = RequestOptions().with(\.acceptedStatuses, [200])
    let created = APIClient.testing(
      StubTransport { On.any().respond(.json(Todo(), status: 201)) }, options: strict)
    #expect(try await created.failure(of: Fetch<Todo>()).kind == .unexpectedStatus)
  }

  @Test("a custom mapping can read the body and throw its own errors", .feature("C10", "D20", "D22"))
  func own() async throws {
    struct Backend: Error, Equatable, Decodable { let error: String }
    let mapping = StatusMapping { response in
      if let error = StatusMapping.standard.error(for: response) { return error }
      let backend = Result { try response.decoded(as: Backend.self) }
      return (try? backend.get()).map { .unknownError(NetworkRequestError.UnknownFailure($0)) }
    }
    let stub = StubTransport { On.any().respond(.json(["error": "no such todo"])) }
    let dispatcher = NetworkDispatcher(transport: stub, statusMapping: mapping)
    let client = APIClient(baseURL: "https://api.test", networkDispatcher: dispatcher)
    let error = try await client.failure(of: Fetch<Todo>())
    #expect(error.underlyingError as? Backend == Backend(error: "no such todo"))
  }

  @Test("a stream or file with an error status is read into the error")
  func streamed() async throws {
    let client = APIClient.answering(.text("why", status: 500))
    let error = try await client.failure(of: ReturnTypeTests.GetStream())
    #expect(error.response?.data == Data("why".utf8))
  }
}

extension APIClient {
  /// The error that a request fails with, nil for none.
  func outcome(of request: some Request) async -> NetworkRequestError? {
    do { _ = try await dispatch(request) } catch { return error }
    return nil
  }
}
