/// The failure of a transport to get a response: a code, the transport's message, and the error that it received.
///
/// ```swift
/// do {
///   show(try await client.dispatch(FindTodos()))
/// } catch .urlSessionFailed(let failure)
///   where failure.code == .notConnectedToInternet {
///   print("You are offline.")
/// }
/// ```
/// A transport or decorator of your own may throw one: `throw .urlSessionFailed(TransportFailure(.timedOut, request: request))`.
/// ``NetworkRequestError/init(_:request:)`` converts a failure to that case, or to ``NetworkRequestError/cancelled(_:)`` if
/// its code is `.cancelled`.
public struct TransportFailure: Error, Sendable {
  /// The kind of failure, the same on every platform and for every transport.
  public internal(set) var code: Code
  /// The error that the transport received: a `URLError` of URLSession, a `CurlFailure` of libcurl, a ``FileFailure``.
  /// Nil if the transport itself detected the failure.
  public let underlyingError: (any Error)?
  /// The request that was being sent.
  public internal(set) var request: TransportRequest?
  /// The transport's message with its secrets; nil for the message of the code.
  let detail: String?
  var phase = SendPhase.unknown

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The transport's message, one sentence; by default the message of the code.
  ///   - underlyingError: The error that the transport received; none by default.
  ///   - request: The request that was being sent.
  public init(
    _ code: Code, _ message: String? = nil, underlyingError: (any Error)? = nil,
    request: TransportRequest? = nil
  ) {
    (self.code, detail, self.underlyingError, self.request) = (code, message, underlyingError, request)
  }

  /// Creates a failure from a thrown `TransportFailure` or `URLError`; returns nil for any other error.
  ///
  /// A thrown failure that has a request keeps it.
  init?(thrown error: any Error, request: TransportRequest? = nil) {
    guard let failure = error as? TransportFailure else {
      self.init(foundation: error, request: request)
      return
    }
    self = failure
    self.request = failure.request ?? request
  }

  /// The transport's message with its secrets redacted, or the message of the code.
  public var message: String { detail.map(Redaction.standard.text) ?? code.message }
}

extension TransportFailure: Equatable {
  /// True if the codes are equal and the requests have the same id. Messages and underlying errors are not compared.
  public static func == (left: TransportFailure, right: TransportFailure) -> Bool {
    left.code == right.code && left.request?.id == right.request?.id
  }
}

extension TransportFailure: LocalizedError, CustomStringConvertible, CustomReflectable {
  /// The request, a colon and the ``message``, or only the message if there is no request.
  public var description: String { request.prefixInErrors + message }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The code, the message and the request. The underlying error is left out, because it may contain secrets.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["code": code.rawValue, "words": description, "request": request as Any])
  }
}
