/// An authenticator that sends the same `Authorization` with each request, without waiting for a challenge.
public struct FixedAuthenticator: Authenticator {
  private let authorization: Authorization
  private let problem: InvalidRequest?

  /// Creates an authenticator that sends this credential.
  public init(_ authorization: Authorization) {
    self.init(authorization, problem: nil)
  }

  init(_ authorization: Authorization, problem: InvalidRequest?) {
    self.authorization = authorization
    self.problem = problem
  }

  /// Adds the credential, unless the request has an `Authorization` of its own.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(.authorization) else { return request }
    if let problem { throw .invalidRequest(problem) }
    var request = request
    request.headers.append(.authorization(authorization))
    return request
  }

  /// Returns the credential, which never changes.
  public func identity(of request: TransportRequest) -> String? { authorization.headerValue }
}

extension Authenticator where Self == FixedAuthenticator {
  /// Sends a user name and a password in UTF-8 (RFC 7617).
  ///
  /// Anyone who can read the request can read both: use `https`. A user name that contains a colon, or a control
  /// character in either text, fails each call with ``NetworkRequestError/invalidRequest(_:)``, as RFC 7617 §2 requires.
  public static func basic(user: String, password: String) -> FixedAuthenticator {
    FixedAuthenticator(.basic(user: user, password: password), problem: problem(user, password))
  }

  private static func problem(_ user: String, _ password: String) -> InvalidRequest? {
    if user.utf8.contains(UInt8(ascii: ":")) {
      let problem =
        "the user name for Basic authentication contains a colon, which RFC 7617 §2 forbids: use another "
        + "user name"
      return InvalidRequest(.header, problem)
    }
    let hasControl = (user + password).unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard hasControl else { return nil }
    let problem =
      "the user name or password for Basic authentication contains a control character, which RFC 7617 §2 "
      + "forbids"
    return InvalidRequest(.header, problem)
  }

  /// Sends a token that never changes (RFC 6750). For a token that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> FixedAuthenticator {
    FixedAuthenticator(.bearer(token))
  }

  /// Sends a credential of any other scheme, unchanged.
  public static func fixed(_ authorization: Authorization) -> FixedAuthenticator {
    FixedAuthenticator(authorization)
  }
}
