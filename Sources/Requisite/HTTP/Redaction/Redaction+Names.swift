// The published lists.
extension Redaction {
  /// The names of items of queries, fragments and forms, of parts of multipart forms and of members of JSON whose values
  /// ``standard`` hides.
  ///
  /// Names are compared whole, without case, hyphens and underscores: `access_token` stands for `accessToken` and
  /// `Access-Token`, but not for `access_token_url`. Of a nested name, such as `user[password]` or `user.password`, the last
  /// part is compared.
  public static let secretNames: Set<String> = [
    "access_key", "access_token", "api_key", "api_secret", "api_token", "app_secret", "assertion",
    "auth_token", "authorization", "bearer_token", "card_number", "client_assertion", "client_secret",
    "code_verifier", "cookie", "credentials", "csrf_token", "current_password", "cvc", "cvv", "device_code",
    "encryption_key", "id_token", "jsessionid", "jwt", "new_password", "old_password", "otp", "passcode",
    "passphrase", "passwd", "password", "password_confirmation", "phpsessid", "private_key",
    "proxy_authorization", "pwd", "recovery_code", "refresh_token", "saml_response", "secret",
    "secret_access_key", "secret_key", "security_token", "session_id", "session_key", "session_token",
    "set_cookie", "sig", "signature", "signing_key", "subscription_key", "token", "totp", "user_password",
    "verification_code", "webhook_secret", "x_amz_security_token", "x_amz_signature", "x_api_key",
    "x_auth_token", "x_csrf_token", "x_goog_signature", "x_xsrf_token", "xsrf_token",
  ]

  /// The header fields whose values ``standard`` shows, without the secrets in their URLs. Every other field is hidden,
  /// because a list of secret names is never complete.
  public static let harmlessFields: Set<HTTPHeaderName> = [
    .accept, .acceptCharset, .acceptEncoding, .acceptLanguage, .acceptRanges, .age, .allow, .cacheControl,
    .cacheStatus, .connection, .contentDisposition, .contentEncoding, .contentLanguage, .contentLength,
    .contentLocation, .contentRange, .contentType, .date, .eTag, .expect, .expires, .host, .idempotencyKey,
    .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince, .keepAlive, .lastEventID,
    .lastModified, .link, .location, .origin, .pragma, .prefer, .proxyAuthenticate, .range, .rateLimit,
    .rateLimitPolicy, .referer, .retryAfter, .server, .te, .traceparent, .tracestate, .trailer,
    .transferEncoding, .upgrade, .userAgent, .vary, .via, .wwwAuthenticate, .xRequestID, .xTotalCount,
    "Accept-Patch", "Accept-Post", "Access-Control-Allow-Credentials", "Access-Control-Allow-Headers",
    "Access-Control-Allow-Methods", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers",
    "Access-Control-Max-Age", "Access-Control-Request-Headers", "Access-Control-Request-Method", "Alt-Svc",
    "CDN-Cache-Control", "CF-Cache-Status", "CF-Ray", "Content-Digest", "Content-MD5",
    "Content-Security-Policy", "Deprecation", "Digest", "DNT", "Max-Forwards", "Permissions-Policy",
    "Preference-Applied", "Priority", "Proxy-Status", "Referrer-Policy", "Refresh", "Repr-Digest",
    "Sec-WebSocket-Accept", "Sec-WebSocket-Extensions", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol",
    "Sec-WebSocket-Version", "Server-Timing", "Strict-Transport-Security", "Sunset", "Warning", "X-Cache",
    "X-Content-Type-Options", "X-Correlation-ID", "X-Frame-Options", "X-HTTP-Method-Override", "X-Powered-By",
    "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Requested-With",
  ]
}

/// A name as the redaction compares it: the last part of a nested name, in lower case without hyphens and underscores.
struct RedactedName: Hashable, Sendable {
  static let standard = Set(Redaction.secretNames.map(RedactedName.init))

  private let bytes: [UInt8]

  init(_ name: String) {
    var bytes: [UInt8] = []
    var endsPart = false
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "]"): continue
      case UInt8(ascii: "["), UInt8(ascii: "."): endsPart = true
      default:
        if endsPart { bytes.removeAll(keepingCapacity: true) }
        endsPart = false
        bytes.append(ASCII.lowercased(byte))
      }
    }
    self.bytes = bytes
  }
}
