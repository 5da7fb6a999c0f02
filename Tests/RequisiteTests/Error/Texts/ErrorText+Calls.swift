import RequisiteTesting

@testable import Requisite

extension ErrorText {
  private static func failing(_ name: String, _ code: TransportFailure.Code) -> ErrorText {
    ErrorText(name, GetTodos(), { $0.fail(code) })
  }

  private struct Download: Request {
    typealias ReturnType = Data
    let path = "/a.bin"
    let options = RequestOptions().with(\.maximumBodySize, 4)
  }

  private struct UploadOnce: Request {
    typealias ReturnType = NoContent
    let path = "/a"
    let method = HTTPMethod.post
    let body = HTTPBody.stream(BodyStream(ByteStream(Data("a".utf8))))
  }

  private struct StoreIsLocked: Error, LocalizedError {
    var errorDescription: String? { "the key chain is locked" }
  }

  static var calls: [ErrorText] {
    [
      failing("the host is not found", .cannotFindHost),
      failing("the connection is refused", .cannotConnectToHost),
      failing("the connection is lost", .networkConnectionLost), failing("the connection is idle", .timedOut),
      failing("there is no network", .notConnectedToInternet), failing("TLS fails", .secureConnectionFailed),
      failing("the certificate is not trusted", .serverCertificateUntrusted),
      ErrorText("too many redirects", .redirect(to: "/again"), GetTodos()),
      ErrorText("a redirect from https to http", .redirect(to: "http://api.test/"), GetTodos()),
      ErrorText("a redirect to no URL", .redirect(to: "javascript:alert(1)"), GetTodos()),
      ErrorText("a redirect that needs a body sent before", .redirect(307, to: "/b"), UploadOnce()),
      ErrorText("a body that is too large", .text("12345"), Download()),
      ErrorText("the queue is full") {
        let stub = StubTransport { On.any().respond(.never) }
        let client = APIClient.testing(stub.throttled(max: 1, queue: 0))
        let first = Task { try await client.dispatch(GetTodos()) }
        defer { first.cancel() }
        _ = try await stub.requests(atLeast: 1)
        _ = try await client.dispatch(GetTodos())
      },
      ErrorText("the rate limit is reached") {
        let stub = StubTransport { On.any().respond(.json(text: "[]")) }
        let client = APIClient.testing(
          stub.rateLimited(1, per: .seconds(60)), clock: CallClock(TestClock()),
          options: RequestOptions(deadline: .seconds(5)))
        _ = try await client.dispatch(GetTodos())
        _ = try await client.dispatch(GetTodos())
      },
      ErrorText("the circuit breaker is open") {
        let stub = StubTransport { On.any().respond(.status(500)) }
        let client = APIClient.testing(
          stub.circuitBreaker(CircuitBreaker(minimumCalls: 1)), clock: CallClock(TestClock()))
        _ = try await client.failure(of: GetTodos())
        _ = try await client.dispatch(GetTodos())
      },
      ErrorText("the token cannot be refreshed", GetTodos(), { $0.respond(.status(200)) }) {
        $0.authenticated(
          with: BearerAuthenticator(store: MemoryTokenStore()) { _ in throw StoreIsLocked() },
          for: "https://api.test")
      },
      ErrorText("no user has logged in") {
        throw NetworkRequestError.authenticationFailed(
          AuthenticationFailure(.noToken, request: TransportRequest(url: .api)))
      },
      ErrorText("an error of your own") {
        let credentials = Credentials { throw StoreIsLocked() }
        let client = APIClient(
          baseURL: "https://api.test", credentials: credentials, transport: UnimplementedTransport())
        _ = try await client.dispatch(GetTodos())
      },
      ErrorText("the call is cancelled") { throw NetworkRequestError.cancelled(TransportRequest(url: .api)) },
      ErrorText("the deadline passes") {
        throw NetworkRequestError.deadlineExceeded(.seconds(3), request: TransportRequest(url: .api))
      },
    ]
  }
}
