/// The method of a request (RFC 9110 §9): `.get`, `.post`, …, or any other as a string literal.
///
/// Methods are case-sensitive: `"get"` is not `.get`. A name that is not a token (RFC 9110 §5.6.2) fails the call with
/// ``NetworkRequestError/invalidRequest(_:)`` when the request is built, and nothing is sent.
public struct HTTPMethod: RawRepresentable, Sendable {
  /// The name as it is sent, such as `"GET"`.
  public let rawValue: String
  /// True if the method only reads (RFC 9110 §9.2.1): the cache invalidates nothing, and a call may be hedged. False for
  /// every method that is not declared as safe.
  public let isSafe: Bool
  /// True if repeating a request has the same effect as sending it once (RFC 9110 §9.2.2), so that it is retried.
  ///
  /// True for the safe methods, `put`, `delete` and those of WebDAV that the registry says; false for every other method that
  /// is not declared as idempotent.
  public let isIdempotent: Bool

  /// Creates a method from its name, which is checked when a request is built. Whether it is safe and idempotent is as in
  /// the registry of RFC 9110 §16.1; a method that is not registered is neither.
  public init(rawValue: String) {
    switch rawValue {
    case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH":
      self.init(rawValue, isSafe: true)
    case "PUT", "DELETE", "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK",
      "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH",
      "PROPPATCH", "REBIND", "UNBIND", "UNCHECKOUT", "UNLINK", "UPDATE", "UPDATEREDIRECTREF",
      "VERSION-CONTROL":
      self.init(rawValue, isIdempotent: true)
    default: self.init(rawValue, isSafe: false)
    }
  }

  /// Creates a method and declares what it does, such as `HTTPMethod("REPORT", isSafe: true)`.
  ///
  /// - Parameters:
  ///   - name: The name, which is checked when a request is built.
  ///   - isSafe: True if the method only reads; a safe method is idempotent.
  ///   - isIdempotent: True if repeating a request has the same effect as sending it once.
  public init(_ name: String, isSafe: Bool = false, isIdempotent: Bool = false) {
    rawValue = name
    self.isSafe = isSafe
    self.isIdempotent = isSafe || isIdempotent
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
  /// Reads what the body asks for (RFC 10008), such as a search that is too long for a URL; safe.
  public static let query = HTTPMethod(rawValue: "QUERY")
  /// Asks the server to send back the request as it arrived; safe.
  public static let trace = HTTPMethod(rawValue: "TRACE")
}

extension HTTPMethod {
  /// True for `get`, `head` and `trace`: a request of these methods that has a body is refused.
  ///
  /// Content in a GET or HEAD has no defined meaning, and some servers refuse it (RFC 9110 §9.3.1, §9.3.2); a TRACE must
  /// not have content (§9.3.8).
  public var forbidsBody: Bool {
    self == .get || self == .head || self == .trace
  }
}

extension HTTPMethod: Hashable {
  /// True if the names are equal; the declared properties are not compared.
  public static func == (left: HTTPMethod, right: HTTPMethod) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the name, and not the declared properties.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension HTTPMethod: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a method from its name, which is checked when a request is built.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it is sent.
  public var description: String { rawValue }
}
