extension NetworkRequestError {
  /// The cases without what they carry, to compare and to count by.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// See ``NetworkRequestError/invalidRequest(_:)``.
    case invalidRequest
    /// See ``NetworkRequestError/badRequest(_:)``.
    case badRequest
    /// See ``NetworkRequestError/unauthorized(_:)``.
    case unauthorized
    /// See ``NetworkRequestError/forbidden(_:)``.
    case forbidden
    /// See ``NetworkRequestError/notFound(_:)``.
    case notFound
    /// See ``NetworkRequestError/error4xx(_:)``.
    case error4xx
    /// See ``NetworkRequestError/serverError(_:)``.
    case serverError
    /// See ``NetworkRequestError/error5xx(_:)``.
    case error5xx
    /// See ``NetworkRequestError/unexpectedStatus(_:)``.
    case unexpectedStatus
    /// See ``NetworkRequestError/decodingError(_:)``.
    case decodingError
    /// See ``NetworkRequestError/urlSessionFailed(_:)``.
    case urlSessionFailed
    /// See ``NetworkRequestError/refused(_:)``.
    case refused
    /// See ``NetworkRequestError/authenticationFailed(_:)``.
    case authenticationFailed
    /// See ``NetworkRequestError/cancelled(_:)``.
    case cancelled
    /// See ``NetworkRequestError/deadlineExceeded(_:)``.
    case deadlineExceeded
    /// See ``NetworkRequestError/bodyTooLarge(_:)``.
    case bodyTooLarge
    /// See ``NetworkRequestError/unknownError(_:)``.
    case unknownError
  }

  /// The case, without what it carries.
  public var kind: Kind {
    switch self {
    case .invalidRequest: .invalidRequest
    case .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .error4xx: .error4xx
    case .serverError: .serverError
    case .error5xx: .error5xx
    case .unexpectedStatus: .unexpectedStatus
    case .decodingError: .decodingError
    case .urlSessionFailed: .urlSessionFailed
    case .refused: .refused
    case .authenticationFailed: .authenticationFailed
    case .cancelled: .cancelled
    case .deadlineExceeded: .deadlineExceeded
    case .bodyTooLarge: .bodyTooLarge
    case .unknownError: .unknownError
    }
  }
}
