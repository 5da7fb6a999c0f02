/// The description of a request that could not be built.
public struct InvalidRequest: Error, Sendable {
  /// The part of the request at fault.
  public enum Part: String, Sendable {
    /// The base URL of the client or environment.
    case baseURL = "base URL"
    /// The path, or the whole URL in its place.
    case path
    /// The query, or a value in the query.
    case query
    /// The method, such as one that is not a token.
    case method
    /// A header field, by its name or its value.
    case header
    /// The body, or its content type.
    case body
    /// A property of the request type that has the name of a requirement but another type.
    case declaration
    /// An option of the request, or a setting of its transport.
    case options
  }

  /// The part of the request that is wrong.
  public let part: Part
  /// A sentence that says what is wrong, as ``Redaction/text(_:)`` of ``Redaction/standard`` returns it.
  public let reason: String
  /// The error that caused the failure, such as the `EncodingError` of a value that cannot be encoded.
  public let underlyingError: (any Error)?
  /// The type of a request that could not be built, and the call that began with it.
  var type: String?
  var beginning: (record: CallRecord, id: TransportRequest.ID)?
  /// Without a request if it could not be built.
  var call = FailedCall()

  /// Creates a failure, and removes secrets from `reason`.
  public init(_ part: Part, _ reason: String, underlyingError: (any Error)? = nil) {
    self.part = part
    // The reason often quotes the part, which may contain a secret.
    self.reason = Redaction.standard.text(reason)
    self.underlyingError = underlyingError
  }
}

extension InvalidRequest: Equatable, CustomStringConvertible, CustomReflectable {
  /// What `dump` shows: the cause only as text, because it can contain the value that could not be encoded.
  public var customMirror: Mirror { Mirror(self, children: ["part": part.rawValue, "message": description]) }

  /// True if the part, the reason, and the type and description of the underlying error are the same.
  public static func == (left: InvalidRequest, right: InvalidRequest) -> Bool {
    left.part == right.part && left.reason == right.reason
      && ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
  }

  /// The reason, followed by the cause if there is one. The reason of a file's error is already a part of the sentence.
  public var description: String {
    guard let underlyingError, !(underlyingError is FileFailure) else { return reason }
    guard case .invalidRequest(let part) = underlyingError as? NetworkRequestError else {
      return "\(reason): \(ErrorIdentity.message(of: underlyingError))"
    }
    return "\(reason): \(part)"
  }
}

extension InvalidRequest {
  /// The type or the request, for descriptions; nil until it is known.
  var subject: String? { type ?? call.request.map { "\($0)" } }
}

extension NetworkRequestError {
  /// The error for a part of a request that cannot be sent.
  package static func invalidRequest(
    _ part: InvalidRequest.Part, _ reason: String, underlyingError: (any Error)? = nil
  ) -> NetworkRequestError {
    .invalidRequest(InvalidRequest(part, reason, underlyingError: underlyingError))
  }

  /// Changes what an error says of a request that could not be built. Any other error stays as it is.
  func completingInvalidRequest(_ change: (inout InvalidRequest) -> Void) -> NetworkRequestError {
    guard case .invalidRequest(var problem) = self, problem.call.request == nil else { return self }
    change(&problem)
    return .invalidRequest(problem)
  }
}

/// The refusal of a layer of the stack to send a call or another attempt of it, which was not sent.
public struct Refusal: Sendable {
  /// The rule that held a call back.
  public enum Reason: Sendable, Hashable {
    /// The queue of a throttle is full: `limit` calls are waiting already.
    case queueFull(limit: Int)
    /// The circuit breaker of this origin is open, because too many recent calls to it failed.
    case circuitOpen(Origin)
    /// The rate limit would admit the call too late: after its deadline, or after the longest wait allowed.
    case rateLimited
  }

  /// The rule that held the call back.
  public let reason: Reason
  /// The time until a call can get through; nil if the layer does not know.
  public let retryAfter: Duration?
  /// The request that was held back.
  public var request: TransportRequest? { call.request }
  var call: FailedCall

  /// Creates a refusal, such as in a decorator of your own.
  public init(_ reason: Reason, retryAfter: Duration? = nil, request: TransportRequest? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
    call = FailedCall(request: request)
  }
}

extension Refusal: Equatable, CustomStringConvertible {
  /// True if the reason and the request are the same.
  public static func == (left: Refusal, right: Refusal) -> Bool {
    left.reason == right.reason && left.request?.id == right.request?.id
  }

  /// The request, the reason, and when to try again if that is known.
  public var description: String {
    let wait = retryAfter.map { "; try again in \(DurationText.short($0))" } ?? ""
    return "\(request.prefixInErrors)not sent: \(message)\(wait)"
  }

  private var message: String {
    switch reason {
    case .queueFull(let limit):
      "the queue is full: \(limit == 1 ? "1 call is" : "\(limit) calls are") already waiting"
    case .circuitOpen(let origin): "too many recent calls to \(origin) failed"
    case .rateLimited: "the rate limit would admit the call too late"
    }
  }
}
