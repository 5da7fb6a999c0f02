/// What can send a request: a terminal that talks to a server, a stub in a test, or a decorator round another.
///
/// *Which one do I want?* To use one, hand it to a ``NetworkDispatcher`` or an ``APIClient`` and forget it: a
/// stack reads from the inside to the outside, the terminal first.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com", transport: DefaultTransport.shared.logged())
/// ```
/// To write a **decorator** — something before or after every call — conform and hold the upstream:
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
/// ```
/// A decorator may answer by itself, send more than once, or change request and response; a status is still a
/// response here, whatever its number: only the dispatcher turns it into an error. To write a **terminal** that
/// speaks to servers itself, conform to ``TerminalTransport``.
public protocol Transport: Sendable {
  /// Sends the request and returns the response, whatever its status, with the body as ``TransportRequest/delivery``
  /// asks for it.
  ///
  /// Where the task is cancelled, the call ends promptly with ``NetworkRequestError/cancelled(_:)``.
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse
}

extension Transport {
  /// The response or the error as a value: for a layer that does the same after both.
  ///
  /// A call that an outer deadline has cancelled failed by ``NetworkRequestError/deadlineExceeded(_:)``, so that no layer
  /// takes it for one that its caller gave up.
  func outcome(of request: TransportRequest) async -> Result<TransportResponse, NetworkRequestError> {
    do { return .success(try await send(request)) } catch { return .failure(error.explained(by: request)) }
  }
}
