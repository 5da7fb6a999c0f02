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

extension Authorization {
  /// The reason why a user name or a password cannot be sent (RFC 7617 §2); nil if they can.
  static func problem(_ user: String, _ password: String) -> String? {
    if user.utf8.contains(UInt8(ascii: ":")) {
      return
        "the user name for Basic authentication contains a colon, which RFC 7617 §2 forbids: use another user name"
    }
    let hasControl = (user + password).unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard hasControl else { return nil }
    return
      "the user name or password for Basic authentication contains a control character, which RFC 7617 §2 forbids"
  }
}

extension Authorization: PrintedByDescription {
  /// The scheme and `<redacted>` in place of the credentials.
  public var description: String { "\(scheme) <redacted>" }
  /// The scheme alone, so that `dump` does not reveal the credentials either.
  public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}

/// Text that must not be printed, such as a token, a password or a key.
///
/// Only ``revealed`` returns the text; descriptions, dumps and string interpolation do not show it. A secret is not
/// `Codable` on purpose: encoded values end up in files and logs, so a type that stores a secret encodes it explicitly.
public struct Secret: Sendable {
  private let text: String

  /// Creates a secret that contains `text`.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns a new secret: random bytes from the system's cryptographic generator, as hexadecimal digits.
  ///
  /// - Parameter byteCount: The number of bytes; each becomes two digits. 16 by default: 128 bits cannot be guessed.
  public static func random(byteCount: Int = 16) -> Secret {
    Secret(Hexadecimal.encode((0..<max(0, byteCount)).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// The secret text; do not log it.
  public var revealed: String { text }
}

extension Secret: Hashable {
  /// True if the texts are equal; for texts of equal length, the time does not depend on where they differ.
  public static func == (left: Secret, right: Secret) -> Bool {
    let (left, right) = (left.text.utf8, right.text.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Secret: PrintedByDescription {
  /// `<redacted>` for every secret.
  public var description: String { Redaction.mark }
  /// A mirror without children, so that `dump` does not reveal the text either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
