/// What is wrong with a request that could not be built. Nothing was sent.
public struct InvalidRequest: Sendable {
  /// The part of the request at fault.
  public enum Part: String, Sendable {
    /// The base URL of the client or environment.
    case baseURL = "base URL"
    /// The path, or the whole URL in its place.
    case path
    /// The query, or a value in it.
    case query
    /// The method, such as one that is not a token.
    case method
    /// A header field, by its name or its value.
    case header
    /// The body, or its content type.
    case body
    /// A property of the request type that has the name of a requirement and another type.
    case declaration
    /// One of the options.
    case options
  }

  /// The part at fault.
  public let part: Part
  /// What is wrong with it, in a sentence that names it.
  public let reason: String
  /// The error that was met on the way, as the `EncodingError` of a value that cannot be encoded.
  public let underlyingError: (any Error)?

  /// Makes the description of a fault.
  public init(_ part: Part, _ reason: String, underlyingError: (any Error)? = nil) {
    self.part = part
    // The reason often quotes the part, which may hold a secret.
    self.reason = Redaction.standard.text(reason)
    self.underlyingError = underlyingError
  }
}

extension InvalidRequest: Equatable, CustomStringConvertible {
  /// Whether the same is wrong with the same part; underlying errors are compared by what they say.
  public static func == (left: InvalidRequest, right: InvalidRequest) -> Bool {
    left.part == right.part && left.reason == right.reason
      && ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
  }

  /// The reason, and the cause where there is one.
  public var description: String {
    guard let underlyingError else { return reason }
    return "\(reason): \(ErrorIdentity.message(of: underlyingError))"
  }
}
