/// A header field: a name and a value.
///
/// ```swift
/// let headers: HTTPHeaders = [
///   .accept(.json), .authorization(.bearer(token)),
///   HTTPHeader("X-Trace", "on"),
/// ]
/// ```
public struct HTTPHeader: Sendable {
  /// The name, which is compared case-insensitively.
  public var name: HTTPHeaderName
  /// The value as it is sent.
  public var value: String

  /// Creates a field; name and value are checked when a request is built.
  public init(_ name: HTTPHeaderName, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPHeader: Hashable {
  /// True if the names are equal, compared case-insensitively, and the values byte by byte: values that are equal only by
  /// their characters may name two users.
  public static func == (left: HTTPHeader, right: HTTPHeader) -> Bool {
    left.name == right.name && ExactText(left.value) == ExactText(right.value)
  }

  /// Hashes the name case-insensitively, and the bytes of the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(ExactText(value))
  }
}

extension HTTPHeader {
  /// `Accept`: the media types that the client accepts, in one comma-separated list.
  public static func accept(_ types: MediaType...) -> HTTPHeader {
    HTTPHeader(.accept, types.map(\.description).joined(separator: ", "))
  }

  /// `Content-Type`: the media type of the body.
  public static func contentType(_ type: MediaType) -> HTTPHeader {
    HTTPHeader(.contentType, type.description)
  }

  /// `Authorization`: the credential, sent as given and redacted when printed.
  public static func authorization(_ authorization: Authorization) -> HTTPHeader {
    HTTPHeader(.authorization, authorization.headerValue)
  }

  /// `Content-Disposition`: how the body is meant to be used, and its file name (RFC 6266).
  ///
  /// A file name outside of printable ASCII is also sent in the extended notation of RFC 8187.
  public static func contentDisposition(_ disposition: HTTPHeaders.ContentDisposition) -> HTTPHeader {
    HTTPHeader(.contentDisposition, disposition.description)
  }

  /// `User-Agent`: the name and version of the program that sends the request, such as `todos/1.0`.
  public static func userAgent(_ product: String) -> HTTPHeader {
    HTTPHeader(.userAgent, product)
  }
}

extension HTTPHeader: PrintedByDescription {
  /// `Name: value`, with secrets redacted.
  public var description: String { "\(name): \(printableValue)" }
  /// The name, and the value with secrets redacted.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name.rawValue, "value": printableValue])
  }

  var printableValue: String { OneLine.text(Redaction.standard.value(of: self)) }
}

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

// Which fields are sent to another origin, and which tell users apart in a cache. The fields that a log shows are a list of their
// own: ``Redaction/harmlessFields``.
extension HTTPHeaderName {
  /// True if a field of this name is known to carry a credential, such as `Authorization`, `Cookie` and `X-Api-Key`: if it is
  /// one of ``Redaction/secretNames``.
  ///
  /// A redirect from `http` to `https` on the same host drops these fields. To other origins only fields that are known to be
  /// harmless are sent: ``RedirectPolicy``.
  public var carriesCredentials: Bool { RedactedName.standard.contains(RedactedName(rawValue)) }

  /// The request fields that are about the representation, the connection or the trace, and not about a user. Responses that
  /// depend on them say so in `Vary`. All others may be a credential. A list, because comparing names takes less time than
  /// hashing one.
  private static let harmless: [HTTPHeaderName] = [
    .accept, .acceptCharset, .acceptEncoding, .acceptLanguage, .userAgent, .range, .cacheControl, .pragma,
    .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .prefer, "Priority", .traceparent,
    .tracestate,
  ]

  /// True if a field of this name is known to say nothing of a user: it may be sent to any origin, and tells no users apart.
  var isHarmless: Bool { Self.harmless.contains(self) }

  /// The fields that describe content.
  private static let ofContent: [HTTPHeaderName] = [
    .contentDisposition, .contentEncoding, .contentLanguage, .contentLength, .contentLocation, .contentRange,
    .contentType, "Content-Digest", "Content-MD5", "Digest", "Repr-Digest",
  ]

  /// True if a field of this name describes the content of the message and is sent wherever the content is sent
  /// (RFC 9110 §8.3 to §8.7, RFC 9530).
  var describesContent: Bool { Self.ofContent.contains(self) }
}

// Field names in common use, most of them from the IANA HTTP Field Name Registry.
extension HTTPHeaderName {
  /// `Accept`: the media types that the client accepts (RFC 9110 §12.5.1).
  public static let accept = HTTPHeaderName(rawValue: "Accept")
  /// `Accept-Charset`: the charsets that the client can read; deprecated (RFC 9110 §12.5.2).
  public static let acceptCharset = HTTPHeaderName(rawValue: "Accept-Charset")
  /// `Accept-Encoding`: the content codings that the client can decode (RFC 9110 §12.5.3).
  public static let acceptEncoding = HTTPHeaderName(rawValue: "Accept-Encoding")
  /// `Accept-Language`: the languages that the user prefers (RFC 9110 §12.5.4).
  public static let acceptLanguage = HTTPHeaderName(rawValue: "Accept-Language")
  /// `Accept-Ranges`: the range units that the server supports (RFC 9110 §14.3).
  public static let acceptRanges = HTTPHeaderName(rawValue: "Accept-Ranges")
  /// `Age`: the seconds since the origin server generated or validated the response (RFC 9111 §5.1).
  public static let age = HTTPHeaderName(rawValue: "Age")
  /// `Allow`: the methods that the resource supports (RFC 9110 §10.2.1).
  public static let allow = HTTPHeaderName(rawValue: "Allow")
  /// `Authorization`: the client's credentials; redacted when printed (RFC 9110 §11.6.2).
  public static let authorization = HTTPHeaderName(rawValue: "Authorization")
  /// `Cache-Control`: directives for caches, in requests and responses (RFC 9111 §5.2).
  public static let cacheControl = HTTPHeaderName(rawValue: "Cache-Control")
  /// `Cache-Status`: how each cache on the path handled the request (RFC 9211).
  public static let cacheStatus = HTTPHeaderName(rawValue: "Cache-Status")
  /// `Connection`: options of one connection; written by the transport alone (RFC 9110 §7.6.1).
  public static let connection = HTTPHeaderName(rawValue: "Connection")
  /// `Content-Disposition`: how the content is to be used, and its file name (RFC 6266).
  public static let contentDisposition = HTTPHeaderName(rawValue: "Content-Disposition")
  /// `Content-Encoding`: the codings applied to the content, such as gzip (RFC 9110 §8.4).
  public static let contentEncoding = HTTPHeaderName(rawValue: "Content-Encoding")
  /// `Content-Language`: the languages of the content's audience (RFC 9110 §8.5).
  public static let contentLanguage = HTTPHeaderName(rawValue: "Content-Language")
  /// `Content-Length`: the length of the content in bytes; written by the transport alone (RFC 9110 §8.6).
  public static let contentLength = HTTPHeaderName(rawValue: "Content-Length")
  /// `Content-Location`: a URL of the representation in the message (RFC 9110 §8.7).
  public static let contentLocation = HTTPHeaderName(rawValue: "Content-Location")
  /// `Content-Range`: the part of the representation that the message carries (RFC 9110 §14.4).
  public static let contentRange = HTTPHeaderName(rawValue: "Content-Range")
  /// `Content-Type`: the media type of the content (RFC 9110 §8.3).
  public static let contentType = HTTPHeaderName(rawValue: "Content-Type")
  /// `Cookie`: the cookies for the server; redacted when printed (RFC 6265 §5.4).
  public static let cookie = HTTPHeaderName(rawValue: "Cookie")
  /// `Date`: when the message was generated (RFC 9110 §6.6.1).
  public static let date = HTTPHeaderName(rawValue: "Date")
  /// `ETag`: the entity tag, which identifies one version of the representation (RFC 9110 §8.8.3).
  public static let eTag = HTTPHeaderName(rawValue: "ETag")
  /// `Expect`: a requirement such as `100-continue` (RFC 9110 §10.1.1).
  public static let expect = HTTPHeaderName(rawValue: "Expect")
  /// `Expires`: when the response becomes stale; `max-age` takes precedence (RFC 9111 §5.3).
  public static let expires = HTTPHeaderName(rawValue: "Expires")
  /// `Host`: the host and port of the request's target; written by the transport alone (RFC 9110 §7.2).
  public static let host = HTTPHeaderName(rawValue: "Host")
  /// `Idempotency-Key`: a key by which the server recognizes a repeated request
  /// (draft-ietf-httpapi-idempotency-key-header).
  public static let idempotencyKey = HTTPHeaderName(rawValue: "Idempotency-Key")
  /// `If-Match`: proceeds only if the current version has one of these entity tags (RFC 9110 §13.1.1).
  public static let ifMatch = HTTPHeaderName(rawValue: "If-Match")
  /// `If-Modified-Since`: proceeds only if the representation changed since this date (RFC 9110 §13.1.3).
  public static let ifModifiedSince = HTTPHeaderName(rawValue: "If-Modified-Since")
  /// `If-None-Match`: proceeds only if the current version has none of these entity tags (RFC 9110 §13.1.2).
  public static let ifNoneMatch = HTTPHeaderName(rawValue: "If-None-Match")
  /// `If-Range`: requests the range if this is the current version, otherwise the whole (RFC 9110 §13.1.5).
  public static let ifRange = HTTPHeaderName(rawValue: "If-Range")
  /// `If-Unmodified-Since`: proceeds only if the representation is unchanged since this date (RFC 9110 §13.1.4).
  public static let ifUnmodifiedSince = HTTPHeaderName(rawValue: "If-Unmodified-Since")
  /// `Keep-Alive`: parameters of a persistent HTTP/1.1 connection; applies to one connection.
  public static let keepAlive = HTTPHeaderName(rawValue: "Keep-Alive")
  /// `Last-Event-ID`: the id of the last server-sent event received (WHATWG HTML standard, §9.2.4).
  public static let lastEventID = HTTPHeaderName(rawValue: "Last-Event-ID")
  /// `Last-Modified`: when the representation last changed (RFC 9110 §8.8.2).
  public static let lastModified = HTTPHeaderName(rawValue: "Last-Modified")
  /// `Link`: links to related resources, such as the next page (RFC 8288 §3).
  public static let link = HTTPHeaderName(rawValue: "Link")
  /// `Location`: the target of a redirect, or the URL of the created resource (RFC 9110 §10.2.2).
  public static let location = HTTPHeaderName(rawValue: "Location")
  /// `Origin`: the origin that caused the request (RFC 6454 §7).
  public static let origin = HTTPHeaderName(rawValue: "Origin")
  /// `Pragma`: `no-cache` for HTTP/1.0 caches; deprecated (RFC 9111 §5.4).
  public static let pragma = HTTPHeaderName(rawValue: "Pragma")
  /// `Prefer`: the client's preferences, such as `return=minimal` (RFC 7240 §2).
  public static let prefer = HTTPHeaderName(rawValue: "Prefer")
  /// `Proxy-Authenticate`: a proxy's challenges (RFC 9110 §11.7.1).
  public static let proxyAuthenticate = HTTPHeaderName(rawValue: "Proxy-Authenticate")
  /// `Proxy-Authorization`: the credentials for a proxy; redacted when printed (RFC 9110 §11.7.2).
  public static let proxyAuthorization = HTTPHeaderName(rawValue: "Proxy-Authorization")
  /// `Range`: the requested part of the representation (RFC 9110 §14.2).
  public static let range = HTTPHeaderName(rawValue: "Range")
  /// `RateLimit`: the rest of a quota of requests (draft-ietf-httpapi-ratelimit-headers).
  public static let rateLimit = HTTPHeaderName(rawValue: "RateLimit")
  /// `RateLimit-Policy`: the server's quotas and their windows (draft-ietf-httpapi-ratelimit-headers).
  public static let rateLimitPolicy = HTTPHeaderName(rawValue: "RateLimit-Policy")
  /// `Referer`: the URL that led to the request (RFC 9110 §10.1.3).
  public static let referer = HTTPHeaderName(rawValue: "Referer")
  /// `Retry-After`: how long to wait before the next request (RFC 9110 §10.2.3).
  public static let retryAfter = HTTPHeaderName(rawValue: "Retry-After")
  /// `Server`: the server's software (RFC 9110 §10.2.4).
  public static let server = HTTPHeaderName(rawValue: "Server")
  /// `Set-Cookie`: a cookie that the server sets; redacted when printed (RFC 6265 §4.1).
  ///
  /// Read it with ``HTTPHeaders/values(for:)``, because its values must not be joined by commas.
  public static let setCookie = HTTPHeaderName(rawValue: "Set-Cookie")
  /// `TE`: the transfer codings that the client accepts (RFC 9110 §10.1.4).
  public static let te = HTTPHeaderName(rawValue: "TE")
  /// `traceparent`: the trace and the span of the caller (W3C Trace Context, §3.2).
  public static let traceparent = HTTPHeaderName(rawValue: "traceparent")
  /// `tracestate`: data of tracing systems, passed on unchanged (W3C Trace Context, §3.3).
  public static let tracestate = HTTPHeaderName(rawValue: "tracestate")
  /// `Trailer`: the names of the fields after the content (RFC 9110 §6.6.2).
  public static let trailer = HTTPHeaderName(rawValue: "Trailer")
  /// `Transfer-Encoding`: how the message is framed; written by the transport alone (RFC 9112 §6.1).
  public static let transferEncoding = HTTPHeaderName(rawValue: "Transfer-Encoding")
  /// `Upgrade`: other protocols that the sender can switch to (RFC 9110 §7.8).
  public static let upgrade = HTTPHeaderName(rawValue: "Upgrade")
  /// `User-Agent`: the program that sends the request (RFC 9110 §10.1.5).
  public static let userAgent = HTTPHeaderName(rawValue: "User-Agent")
  /// `Vary`: the request fields that selected the response (RFC 9110 §12.5.5).
  public static let vary = HTTPHeaderName(rawValue: "Vary")
  /// `Via`: the intermediaries that forwarded the message (RFC 9110 §7.6.3).
  public static let via = HTTPHeaderName(rawValue: "Via")
  /// `WWW-Authenticate`: the server's challenges (RFC 9110 §11.6.1).
  public static let wwwAuthenticate = HTTPHeaderName(rawValue: "WWW-Authenticate")
  /// `X-Request-ID`: an id that the logs of client and server share; in common use, not standardized.
  public static let xRequestID = HTTPHeaderName(rawValue: "X-Request-ID")
  /// `X-Total-Count`: the number of items in all pages of a list; in common use, not standardized.
  public static let xTotalCount = HTTPHeaderName(rawValue: "X-Total-Count")
}
