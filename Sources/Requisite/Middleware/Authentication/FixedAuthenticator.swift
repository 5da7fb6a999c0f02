/// Sends the same `Authorization` with each request, before it is asked for.
public struct FixedAuthenticator: Authenticator {
  private let authorization: Authorization
  private let problem: InvalidRequest?

  /// Makes an authenticator of a credential.
  public init(_ authorization: Authorization) {
    self.init(authorization, problem: nil)
  }

  init(_ authorization: Authorization, problem: InvalidRequest?) {
    self.authorization = authorization
    self.problem = problem
  }

  /// Adds the credential, unless the request has one of its own.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(.authorization) else { return request }
    if let problem { throw .invalidRequest(problem) }
    var request = request
    request.headers.append(.authorization(authorization))
    return request
  }
}

extension Authenticator where Self == FixedAuthenticator {
  /// A user name and password (RFC 7617), in UTF-8. Anyone who sees the request can read them: use `https`.
  ///
  /// A name with a colon in it, or a control character in either, fails each call with
  /// ``NetworkRequestError/invalidRequest(_:)``, as the RFC asks.
  public static func basic(user: String, password: String) -> FixedAuthenticator {
    FixedAuthenticator(.basic(user: user, password: password), problem: problem(user, password))
  }

  private static func problem(_ user: String, _ password: String) -> InvalidRequest? {
    if user.utf8.contains(UInt8(ascii: ":")) {
      return InvalidRequest(.header, "the user name for Basic authentication has a colon in it (RFC 7617 §2)")
    }
    let hasControl = (user + password).unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard hasControl else { return nil }
    let problem =
      "the user name or password for Basic authentication has a control character in it (RFC 7617 §2)"
    return InvalidRequest(.header, problem)
  }

  /// A token that never changes (RFC 6750). For one that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> FixedAuthenticator {
    FixedAuthenticator(.bearer(token))
  }

  /// A credential of any other scheme.
  public static func fixed(_ authorization: Authorization) -> FixedAuthenticator {
    FixedAuthenticator(authorization)
  }
}
