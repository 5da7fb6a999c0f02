/// A credential for the `Authorization` field, which prints as redacted.
///
/// `headerValue` is the only way to the secret: descriptions, dumps and string interpolation show the scheme
/// and no more.
///
/// ```swift
/// let headers: HTTPHeaders = [.authorization(.bearer(token))]
/// ```
public struct Authorization: Hashable, Sendable {
  /// The scheme, as in `Bearer`.
  public let scheme: String
  private let credentials: String

  /// Makes a credential of a scheme (RFC 9110 §11.4) and what follows it.
  public init(scheme: String, credentials: String) {
    self.scheme = scheme
    self.credentials = credentials
  }

  /// A bearer token (RFC 6750).
  public static func bearer(_ token: String) -> Authorization {
    Authorization(scheme: "Bearer", credentials: token)
  }

  /// A user name and password (RFC 7617), as UTF-8 in base 64. The name must not contain a colon.
  public static func basic(user: String, password: String) -> Authorization {
    Authorization(scheme: "Basic", credentials: Data("\(user):\(password)".utf8).base64EncodedString())
  }

  /// The value that is sent. A secret: do not log it.
  public var headerValue: String { "\(scheme) \(credentials)" }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scheme; the credentials are left out.
  public var description: String { "\(scheme) <redacted>" }
  /// The scheme; the credentials are left out.
  public var debugDescription: String { description }
  /// The scheme alone, so that `dump` cannot tell either.
  public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}
