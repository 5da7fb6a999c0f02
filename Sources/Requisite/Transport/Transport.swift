/// A type that sends requests: a terminal transport that talks to a server, a stub in a test, or a decorator
/// around another transport.
///
/// *Which one do I want?* To use a transport, pass it to a ``NetworkDispatcher`` or an ``APIClient``. A stack is
/// written from the inside to the outside, the terminal transport first.
///
/// ```swift
/// let client = APIClient(
///   baseURL: "https://api.example.com",
///   transport: DefaultTransport.shared.logged())
/// ```
/// To write a **decorator**, which acts before or after every call, conform to `Transport` and store
/// the upstream transport as `upstream`, by which the layers inside are found:
///
/// ```swift
/// struct Stamped: Transport {
///   let upstream: any Transport
///   func send(
///     _ request: TransportRequest
///   ) async throws(NetworkRequestError) -> TransportResponse {
///     var request = request
///     request.headers[.userAgent] = "todos/1.0"
///     return try await upstream.send(request)
///   }
/// }
/// ```
/// A decorator may answer a request itself, send it more than once, or change the request and the response. It receives
/// a response for every status, because only the dispatcher turns a status into an error. To write a **terminal**
/// transport, which talks to servers itself, conform to ``TerminalTransport``.
///
/// A cache and ``duplicatesRemoved(ignoring:)`` keep or share a response only if it is known what was sent for it, and nothing
/// was sent that the key does not contain. A terminal transport notes what it sends; so pass on a changed copy of the request,
/// which has the record of the call, and let the base be a terminal transport.
public protocol Transport: Sendable {
  /// Sends the request and returns the response, whatever its status, with the body in the form that
  /// ``TransportRequest/delivery`` requests.
  ///
  /// If the task is cancelled, the call ends promptly with ``NetworkRequestError/cancelled(_:)``.
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse

  /// The type of ``upstream``, which the compiler finds.
  associatedtype Upstream = Void

  /// The transport that a decorator sends requests through, whatever the type of the property: `any Transport`, `some` type of
  /// one, or an Optional. Nothing by default, for a transport at the end of a stack.
  ///
  /// A cache, ``duplicatesRemoved(ignoring:)`` and a dispatcher follow it from layer to layer, when they are created, to find the
  /// authenticators, cookie jars and settings inside. A decorator that calls the property otherwise hides them: a cache and
  /// deduplication outside then keep and share no response to whose request they add something for a user, and a call begins as
  /// the user who is logged in when it reaches them.
  var upstream: Upstream { get }
}

extension Transport where Upstream == Void {
  /// Nothing: the transport is at the end of a stack, or hides what is inside.
  public var upstream: Void { () }
}

extension Transport {
  /// Sends the request and returns the response or the error as a value, for a layer that treats both alike.
  ///
  /// A call that an outer deadline cancelled returns ``NetworkRequestError/deadlineExceeded(_:request:)``, so that no layer
  /// treats it as cancelled by its caller.
  @inline(__always)
  func outcome(of request: TransportRequest) async -> Result<TransportResponse, NetworkRequestError> {
    do { return .success(try await send(request)) } catch { return .failure(error.labelled(for: request)) }
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// True if the request was sent, or may have been.
  var wasSent: Bool {
    switch self {
    case .success: true
    case .failure(let error): !error.isBeforeSending
    }
  }
}
