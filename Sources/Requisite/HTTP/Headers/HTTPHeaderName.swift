/// The name of a header field: `.contentType`, `.accept`, …, or any other as a string literal.
///
/// Names are compared without regard to case (RFC 9110 §5.1) and sent as they were spelled.
/// A name that is no token is refused when the request is built, as `NetworkRequestError.invalidRequest`.
public struct HTTPHeaderName: RawRepresentable, Sendable {
  /// The name as it was spelled.
  public let rawValue: String

  /// Makes the name of that spelling, unchecked until a request is built of it.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes the name of that spelling, unchecked until a request is built of it.
  public init(_ name: String) {
    self.init(rawValue: name)
  }
}

extension HTTPHeaderName: Hashable {
  /// Whether the names are the same, the case of their letters aside.
  public static func == (left: HTTPHeaderName, right: HTTPHeaderName) -> Bool {
    ASCII.equalIgnoringCase(left.rawValue, right.rawValue)
  }

  /// Hashes the name without regard to case.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(ASCII.lowercased(byte)) }
  }
}

extension HTTPHeaderName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes the name of that spelling.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it was spelled.
  public var description: String { rawValue }
}
