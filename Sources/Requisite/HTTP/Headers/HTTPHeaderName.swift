/// The name of a header field: `.contentType`, `.accept`, …, or any other as a string literal.
///
/// Names are compared case-insensitively (RFC 9110 §5.1) and sent as they were spelled. A name that is not a token
/// (RFC 9110 §5.6.2) fails the call with ``NetworkRequestError/invalidRequest(_:)`` when the request is built.
public struct HTTPHeaderName: RawRepresentable, Sendable {
  /// The name as it was spelled.
  public let rawValue: String

  /// Creates a name, which is checked when a request is built.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a name, which is checked when a request is built.
  public init(_ name: String) {
    self.init(rawValue: name)
  }
}

extension HTTPHeaderName: Hashable {
  /// True if the names are equal, compared case-insensitively (ASCII letters only).
  public static func == (left: HTTPHeaderName, right: HTTPHeaderName) -> Bool {
    ASCII.equalIgnoringCase(left.rawValue, right.rawValue)
  }

  /// Hashes the name case-insensitively, so that equal names have equal hashes.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(ASCII.lowercased(byte)) }
  }
}

extension HTTPHeaderName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a name, which is checked when a request is built.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it was spelled.
  public var description: String { rawValue }
}

// Which names mark secrets, and which fields may be sent to another origin.
extension HTTPHeaderName {
  /// True if a field of this name is known to carry a credential: its name is one of ``Redaction/secretNames``, such as
  /// `Authorization`, `Cookie` and `X-Api-Key`.
  ///
  /// A redirect from `http` to `https` drops these fields. To other origins, and in text that is printed, only fields that
  /// are known to be harmless are shown: ``RedirectPolicy``, ``Redaction/harmlessFields``.
  public var carriesCredentials: Bool { Redaction.standard.hidesValue(of: rawValue) }

  /// A list, because comparing names takes less time than hashing one.
  private static let harmless: [HTTPHeaderName] = [
    .accept, .userAgent, .range, .cacheControl, .pragma, "If-Match", "If-None-Match", "If-Modified-Since",
    "If-Unmodified-Since", "If-Range", "Prefer", "Priority", "traceparent", "tracestate",
  ]

  /// True if a field of this name may be sent to an origin other than the one it was written for.
  var isHarmlessElsewhere: Bool {
    Self.harmless.contains(self) || begins(with: "accept-") && Redaction.harmlessFields.contains(self)
  }

  /// True if a field of this name describes the content of the message and is sent wherever the content is sent
  /// (RFC 9110 §8.3 to §8.7, RFC 9530).
  var describesContent: Bool {
    (begins(with: "content-") && Redaction.harmlessFields.contains(self)) || self == "Digest"
      || self == "Repr-Digest"
  }

  /// True if the name begins with the prefix and goes on after it.
  private func begins(with prefix: String) -> Bool {
    rawValue.utf8.count > prefix.utf8.count && ASCII.hasPrefix(rawValue, ignoringCase: prefix)
  }
}
