/// A credential for the `Authorization` header field; it is redacted when printed.
///
/// Only ``headerValue`` reveals the credentials: descriptions, dumps and string interpolation show the scheme alone.
///
/// ```swift
/// let headers: HTTPHeaders = [.authorization(.bearer(token))]
/// ```
public struct Authorization: Hashable, Sendable {
  /// The authentication scheme, such as `Bearer`, as it was spelled.
  public let scheme: String
  private let credentials: String

  /// Creates a credential from a scheme (RFC 9110 §11.4) and the text after it; neither is checked or encoded.
  public init(scheme: String, credentials: String) {
    self.scheme = scheme
    self.credentials = credentials
  }

  /// A bearer token (RFC 6750), sent as given.
  public static func bearer(_ token: String) -> Authorization {
    Authorization(scheme: "Bearer", credentials: token)
  }

  /// A user name, which must not contain a colon, and a password, sent as UTF-8 in base 64 (RFC 7617).
  public static func basic(user: String, password: String) -> Authorization {
    Authorization(scheme: "Basic", credentials: Data("\(user):\(password)".utf8).base64EncodedString())
  }

  /// The field value that is sent: the scheme, a space and the credentials.
  ///
  /// Do not log it, because it reveals the credentials.
  public var headerValue: String { "\(scheme) \(credentials)" }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scheme and `<redacted>` in place of the credentials.
  public var description: String { "\(scheme) <redacted>" }
  /// The scheme and `<redacted>` in place of the credentials.
  public var debugDescription: String { description }
  /// The scheme alone, so that `dump` does not reveal the credentials either.
  public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}
