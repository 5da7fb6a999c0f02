/// A transport that answers 200 with the request as an ``Echo`` in JSON, for tests of decorators.
///
/// ```swift
/// struct Stamped: Transport {
///   let upstream: any Transport
///   func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
///     var request = request
///     request.headers[.userAgent] = "todos/1.0"
///     return try await upstream.send(request)
///   }
/// }
/// struct Ping: Request {
///   typealias ReturnType = Echo
///   let path = "/ping"
/// }
/// let client = APIClient(baseURL: "https://api.example.com", transport: Stamped(upstream: EchoTransport()))
/// let echo = try await client.dispatch(Ping())
/// #expect(echo.fields[.userAgent] == "todos/1.0")
/// ```
public struct EchoTransport: TerminalTransport {
  /// Makes a transport. It has no state, so one serves any number of tests.
  public init() {}

  /// Answers 200 with the request as JSON.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let sent = RecordedRequest(request, body: try await request.body.bytes(of: request))
    return try await StubResponse.json(Echo(sent)).response(to: request)
  }
}
