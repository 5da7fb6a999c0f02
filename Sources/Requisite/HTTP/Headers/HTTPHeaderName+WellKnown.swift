// The names in common use, by the IANA registry of HTTP field names.
extension HTTPHeaderName {
  /// The field `Accept`.
  public static let accept = HTTPHeaderName(rawValue: "Accept")
  /// The field `Accept-Charset`.
  public static let acceptCharset = HTTPHeaderName(rawValue: "Accept-Charset")
  /// The field `Accept-Encoding`.
  public static let acceptEncoding = HTTPHeaderName(rawValue: "Accept-Encoding")
  /// The field `Accept-Language`.
  public static let acceptLanguage = HTTPHeaderName(rawValue: "Accept-Language")
  /// The field `Accept-Ranges`.
  public static let acceptRanges = HTTPHeaderName(rawValue: "Accept-Ranges")
  /// The field `Age`.
  public static let age = HTTPHeaderName(rawValue: "Age")
  /// The field `Allow`.
  public static let allow = HTTPHeaderName(rawValue: "Allow")
  /// The field `Authorization`.
  public static let authorization = HTTPHeaderName(rawValue: "Authorization")
  /// The field `Cache-Control`.
  public static let cacheControl = HTTPHeaderName(rawValue: "Cache-Control")
  /// The field `Cache-Status`.
  public static let cacheStatus = HTTPHeaderName(rawValue: "Cache-Status")
  /// The field `Connection`.
  public static let connection = HTTPHeaderName(rawValue: "Connection")
  /// The field `Content-Disposition`.
  public static let contentDisposition = HTTPHeaderName(rawValue: "Content-Disposition")
  /// The field `Content-Encoding`.
  public static let contentEncoding = HTTPHeaderName(rawValue: "Content-Encoding")
  /// The field `Content-Language`.
  public static let contentLanguage = HTTPHeaderName(rawValue: "Content-Language")
  /// The field `Content-Length`.
  public static let contentLength = HTTPHeaderName(rawValue: "Content-Length")
  /// The field `Content-Location`.
  public static let contentLocation = HTTPHeaderName(rawValue: "Content-Location")
  /// The field `Content-Range`.
  public static let contentRange = HTTPHeaderName(rawValue: "Content-Range")
  /// The field `Content-Type`.
  public static let contentType = HTTPHeaderName(rawValue: "Content-Type")
  /// The field `Cookie`.
  public static let cookie = HTTPHeaderName(rawValue: "Cookie")
  /// The field `Date`.
  public static let date = HTTPHeaderName(rawValue: "Date")
  /// The field `ETag`.
  public static let eTag = HTTPHeaderName(rawValue: "ETag")
  /// The field `Expect`.
  public static let expect = HTTPHeaderName(rawValue: "Expect")
  /// The field `Expires`.
  public static let expires = HTTPHeaderName(rawValue: "Expires")
  /// The field `Host`.
  public static let host = HTTPHeaderName(rawValue: "Host")
  /// The field `Idempotency-Key`.
  public static let idempotencyKey = HTTPHeaderName(rawValue: "Idempotency-Key")
  /// The field `If-Match`.
  public static let ifMatch = HTTPHeaderName(rawValue: "If-Match")
  /// The field `If-Modified-Since`.
  public static let ifModifiedSince = HTTPHeaderName(rawValue: "If-Modified-Since")
  /// The field `If-None-Match`.
  public static let ifNoneMatch = HTTPHeaderName(rawValue: "If-None-Match")
  /// The field `If-Range`.
  public static let ifRange = HTTPHeaderName(rawValue: "If-Range")
  /// The field `If-Unmodified-Since`.
  public static let ifUnmodifiedSince = HTTPHeaderName(rawValue: "If-Unmodified-Since")
  /// The field `Keep-Alive`.
  public static let keepAlive = HTTPHeaderName(rawValue: "Keep-Alive")
  /// The field `Last-Event-ID`.
  public static let lastEventID = HTTPHeaderName(rawValue: "Last-Event-ID")
  /// The field `Last-Modified`.
  public static let lastModified = HTTPHeaderName(rawValue: "Last-Modified")
  /// The field `Link`.
  public static let link = HTTPHeaderName(rawValue: "Link")
  /// The field `Location`.
  public static let location = HTTPHeaderName(rawValue: "Location")
  /// The field `Origin`.
  public static let origin = HTTPHeaderName(rawValue: "Origin")
  /// The field `Pragma`.
  public static let pragma = HTTPHeaderName(rawValue: "Pragma")
  /// The field `Prefer`.
  public static let prefer = HTTPHeaderName(rawValue: "Prefer")
  /// The field `Proxy-Authenticate`.
  public static let proxyAuthenticate = HTTPHeaderName(rawValue: "Proxy-Authenticate")
  /// The field `Proxy-Authorization`.
  public static let proxyAuthorization = HTTPHeaderName(rawValue: "Proxy-Authorization")
  /// The field `Range`.
  public static let range = HTTPHeaderName(rawValue: "Range")
  /// The field `RateLimit`.
  public static let rateLimit = HTTPHeaderName(rawValue: "RateLimit")
  /// The field `RateLimit-Policy`.
  public static let rateLimitPolicy = HTTPHeaderName(rawValue: "RateLimit-Policy")
  /// The field `Referer`.
  public static let referer = HTTPHeaderName(rawValue: "Referer")
  /// The field `Retry-After`.
  public static let retryAfter = HTTPHeaderName(rawValue: "Retry-After")
  /// The field `Server`.
  public static let server = HTTPHeaderName(rawValue: "Server")
  /// The field `Set-Cookie`.
  public static let setCookie = HTTPHeaderName(rawValue: "Set-Cookie")
  /// The field `TE`.
  public static let te = HTTPHeaderName(rawValue: "TE")
  /// The field `traceparent`.
  public static let traceparent = HTTPHeaderName(rawValue: "traceparent")
  /// The field `tracestate`.
  public static let tracestate = HTTPHeaderName(rawValue: "tracestate")
  /// The field `Trailer`.
  public static let trailer = HTTPHeaderName(rawValue: "Trailer")
  /// The field `Transfer-Encoding`.
  public static let transferEncoding = HTTPHeaderName(rawValue: "Transfer-Encoding")
  /// The field `Upgrade`.
  public static let upgrade = HTTPHeaderName(rawValue: "Upgrade")
  /// The field `User-Agent`.
  public static let userAgent = HTTPHeaderName(rawValue: "User-Agent")
  /// The field `Vary`.
  public static let vary = HTTPHeaderName(rawValue: "Vary")
  /// The field `Via`.
  public static let via = HTTPHeaderName(rawValue: "Via")
  /// The field `WWW-Authenticate`.
  public static let wwwAuthenticate = HTTPHeaderName(rawValue: "WWW-Authenticate")
  /// The field `X-Request-ID`.
  public static let xRequestID = HTTPHeaderName(rawValue: "X-Request-ID")
  /// The field `X-Total-Count`.
  public static let xTotalCount = HTTPHeaderName(rawValue: "X-Total-Count")
}
