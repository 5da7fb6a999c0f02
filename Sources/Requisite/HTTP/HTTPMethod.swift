/// The method of a request (RFC 9110 §9): `.get`, `.post`, …, or any other as a string literal.
///
/// Methods are case-sensitive: `"get"` is not `.get`. A name that is not a token (RFC 9110 §5.6.2) fails the call with
/// ``NetworkRequestError/invalidRequest(_:)`` when the request is built, and nothing is sent.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The name as it is sent, such as `"GET"`.
  public let rawValue: String

  /// Creates a method from its name, which is checked when a request is built.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name as it is sent.
  public var name: String { rawValue }
}

extension HTTPMethod {
  /// Requests a representation; safe.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Requests the header fields that a `get` would return, without the body; safe.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Sends a representation for the resource to process; neither safe nor idempotent.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Creates or replaces the resource; idempotent.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes part of the resource (RFC 5789); neither safe nor idempotent.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes the resource; idempotent.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Asks which methods and options the resource supports; safe.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// Asks the server to send back the request as it arrived; safe.
  public static let trace = HTTPMethod(rawValue: "TRACE")
}

extension HTTPMethod {
  /// True if the method only reads (RFC 9110 §9.2.1); false for every method not declared here.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace: true
    default: false
    }
  }

  /// True if repeating a request has the same effect as sending it once (RFC 9110 §9.2.2).
  ///
  /// True for the safe methods, `put` and `delete`; false for every method not declared here.
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// True for `get`, `head` and `trace`: a request of these methods that has a body is refused.
  ///
  /// Content in a GET or HEAD has no defined meaning, and some servers refuse it (RFC 9110 §9.3.1, §9.3.2); a TRACE must
  /// not have content (§9.3.8).
  public var forbidsBody: Bool {
    self == .get || self == .head || self == .trace
  }
}

extension HTTPMethod: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a method from its name, which is checked when a request is built.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it is sent.
  public var description: String { rawValue }
}
