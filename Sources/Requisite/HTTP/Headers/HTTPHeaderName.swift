/// The name of a header field: `.contentType`, `.accept`, …, or any other as a string literal, such as
/// `"x-amz-meta-\(key)"`.
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

extension HTTPHeaderName: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Creates a name, which is checked when a request is built.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it was spelled.
  public var description: String { rawValue }
}

// Which fields are sent to another origin. What a log shows (``Redaction``) and what tells users apart (a cache) are lists of
// their own.
extension HTTPHeaderName {
  /// True if a field of this name is known to carry a credential, such as `Authorization`, `Cookie` and `X-Api-Key`. Names are
  /// compared without case, hyphens and underscores.
  ///
  /// A redirect from `http` to `https` on the same host drops these fields. To other origins only fields that are known to be
  /// harmless are sent: ``RedirectPolicy``.
  public var carriesCredentials: Bool { Self.credentials.contains(RedactedName(rawValue)) }

  private static let credentials = Set(
    [
      "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Access-Token", "Api-Key", "Api-Secret",
      "Api-Token", "App-Secret", "Assertion", "Auth-Token", "Bearer-Token", "Client-Secret", "Credentials",
      "CSRF-Token", "Id-Token", "JWT", "OTP", "Passcode", "Password", "Private-Key", "Private-Token",
      "Refresh-Token", "Secret", "Secret-Key", "Security-Token", "Session-Id", "Session-Key", "Session-Token",
      "Signature", "Subscription-Key", "Token", "X-Access-Token", "X-Amz-Security-Token", "X-Amz-Signature",
      "X-Api-Key", "X-Auth-Token", "X-CSRF-Token", "X-Goog-Signature", "X-Session-Token", "X-XSRF-Token",
      "XSRF-Token",
    ].map(RedactedName.init))

  /// The fields that are sent to every origin. A list, because comparing names takes less time than hashing one.
  private static let harmless: [HTTPHeaderName] = [
    .accept, .acceptCharset, .acceptEncoding, .acceptLanguage, .userAgent, .range, .cacheControl, .pragma,
    .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .prefer, "Priority", .traceparent,
    .tracestate,
  ]

  /// True if a field of this name may be sent to an origin other than the one it was written for.
  var isHarmlessElsewhere: Bool { Self.harmless.contains(self) }

  /// The fields that describe content.
  private static let ofContent: [HTTPHeaderName] = [
    .contentDisposition, .contentEncoding, .contentLanguage, .contentLength, .contentLocation, .contentRange,
    .contentType, "Content-Digest", "Content-MD5", "Digest", "Repr-Digest",
  ]

  /// True if a field of this name describes the content of the message and is sent wherever the content is sent
  /// (RFC 9110 §8.3 to §8.7, RFC 9530).
  var describesContent: Bool { Self.ofContent.contains(self) }
}
