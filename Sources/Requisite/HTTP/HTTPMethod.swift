/// The method of a request (RFC 9110 §9): `.get`, `.post`, …, or any other by its name.
///
/// A method is compared as it is spelled: `"get"` is not `.get`. A name that is no token is refused when the
/// request is built, as `NetworkRequestError.invalidRequest`, and nothing is sent.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The name as it goes on the wire, as in `"GET"`.
  public let rawValue: String

  /// Makes the method of that name, unchecked until a request is built of it.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name as it goes on the wire.
  public var name: String { rawValue }
}

extension HTTPMethod {
  /// Asks for a representation. Safe.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Asks for what `get` would answer, without the body. Safe.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Hands a representation to the resource to process. Neither safe nor idempotent.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces the resource. Idempotent.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes a part of the resource (RFC 5789). Neither safe nor idempotent.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes the resource. Idempotent.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Asks what may be done with the resource. Safe.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// Asks for the request to be echoed. Safe.
  public static let trace = HTTPMethod(rawValue: "TRACE")
}

extension HTTPMethod {
  /// True if the method does not ask for a change (RFC 9110 §9.2.1). Unknown methods are not safe.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace: true
    default: false
    }
  }

  /// Whether doing it twice has the effect of doing it once (RFC 9110 §9.2.2). Unknown methods are not.
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// Whether the method leaves no room for a body: content in a GET or HEAD has no defined meaning and some
  /// servers refuse it (RFC 9110 §9.3.1, §9.3.2), and a TRACE must not have one (§9.3.8).
  public var forbidsBody: Bool {
    self == .get || self == .head || self == .trace
  }
}

extension HTTPMethod: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes the method of that name.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it goes on the wire.
  public var description: String { rawValue }
}
