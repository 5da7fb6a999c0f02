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
  /// The request; nil if it could not be built.
  var request: TransportRequest?
  /// The type of a request that could not be built, and the call that began with it.
  var type: String?
  var beginning: (record: CallRecord, id: RequestID)?
  var phase = SendPhase.unknown

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
  public var customMirror: Mirror { Mirror(self, children: ["part": part.rawValue, "words": description]) }

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
  var subject: String? { type ?? request.map { "\($0)" } }
}

extension NetworkRequestError {
  /// Changes what an error says of a request that could not be built. Any other error stays as it is.
  func unbuilt(_ change: (inout InvalidRequest) -> Void) -> NetworkRequestError {
    guard case .invalidRequest(var problem) = self, problem.request == nil else { return self }
    change(&problem)
    return .invalidRequest(problem)
  }
}
