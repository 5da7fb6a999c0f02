/// The rule that replaces secrets by `<redacted>` in descriptions, errors, logs and recordings.
///
/// A value is hidden by the place where it stands, or by its shape:
///
/// - a header field, unless its name is one of ``harmlessFields``;
/// - user name and password of a URL;
/// - an item of a query, fragment or form, a word such as `name=value` in any text, a part of a multipart form and a member of
///   JSON whose name is one of ``secretNames``;
/// - a credential that its shape reveals, in any text: the token after `Bearer`, a JSON Web Token, a private key in PEM, and
///   the tokens of services with a prefix of their own, such as `ghp_…`.
///
/// Other text is not understood: `password: …`, a password in HTML or one that a command gets as a word is shown. <doc:HidingSecrets> lists what
/// is hidden. Add names, or exempt some, for a client or a request:
///
/// ```swift
/// let rule = Redaction.standard.hiding(["iban"]).showing([
///   "X-Customer", "signature",
/// ])
/// let options = RequestOptions().with(\.redaction, rule)
/// ```
public struct Redaction: Sendable, Hashable {
  /// The default rule: ``secretNames`` are hidden, ``harmlessFields`` are shown.
  public static let standard = Redaction()
  /// The rule that redacts nothing, for local debugging only: logs and errors then contain passwords and tokens.
  public static let revealing = Redaction(isRevealing: true)

  /// The text that replaces a secret.
  package static let mark = "<redacted>"

  private var hidden: Set<RedactedName> = []
  private var shown: Set<RedactedName> = []
  package let isRevealing: Bool

  private init(isRevealing: Bool = false) {
    self.isRevealing = isRevealing
  }

  /// A copy that also hides header fields, items and members with these names, compared as ``secretNames`` are. A copy of
  /// ``revealing`` still redacts nothing.
  public func hiding(_ names: Set<String>) -> Redaction {
    let names = names.map(RedactedName.init)
    return copy(self) {
      $0.hidden.formUnion(names)
      $0.shown.subtract(names)
    }
  }

  /// A copy that shows header fields, items and members with these names, whether they were hidden by the standard or by
  /// ``hiding(_:)``. Values that look like credentials are still hidden.
  public func showing(_ names: Set<String>) -> Redaction {
    let names = names.map(RedactedName.init)
    return copy(self) {
      $0.shown.formUnion(names)
      $0.hidden.subtract(names)
    }
  }

  /// True if the value of an item or member with this name is hidden.
  public func hidesValue(of name: String) -> Bool {
    guard !isRevealing else { return false }
    let name = RedactedName(name)
    return hidden.contains(name) || RedactedName.standard.contains(name) && !shown.contains(name)
  }

  /// True if the value of a header field with this name is hidden.
  package func hides(_ field: HTTPHeaderName) -> Bool {
    guard !isRevealing else { return false }
    let name = RedactedName(field.rawValue)
    return hidden.contains(name) || !Self.harmlessFields.contains(field) && !shown.contains(name)
  }

  /// The printable value of a header field: `<redacted>`, or the value as ``text(_:)`` returns it.
  public func value(of field: HTTPHeader) -> String {
    hides(field.name) ? Self.mark : text(field.value)
  }

  /// The header fields with printable values: ``value(of:)`` of each field.
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader($0.name, value(of: $0)) })
  }
}

// Redaction of whole texts, queries and URLs.
extension Redaction {
  /// Text without secrets, as far as a place reveals them: in its URLs, in `name=value` at the start of a word, and in the members
  /// of JSON, also if other text is around it; and without values that look like credentials. Any other text is returned as it is.
  public func text(_ text: String) -> String {
    isRevealing ? text : redacted(JSONRedactor.redacted(text, by: self) ?? text, as: .text)
  }

  /// The URL without user name and password, with the values of secret items in its query and fragment redacted.
  public func url(_ url: URL) -> String { self.url(url.absoluteString) }

  /// The URL, as text, redacted once more: a `URL` of text with the mark would be percent-encoded as a whole.
  package func url(_ text: String) -> String { redacted(text, as: .url) }

  /// The items of a query or form, still percent-encoded, with secret values redacted.
  package func query(_ text: String) -> String { redacted(text, as: .form) }

  /// A malformed URL in printable form. Everything before its last `@` may be a password and is removed, but for a scheme.
  package func malformedURL(_ text: String) -> String {
    guard !isRevealing, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return self.text(text) }
    let rest = self.text(String(text[text.utf8.index(after: at)...]))
    guard let colon = URLScheme.endInWhole(text[...]) else { return rest }
    return "\(text[...][bytesAt: 0..<colon])://\(rest)"
  }

  private func redacted(_ text: String, as form: TextRedactor.Form) -> String {
    isRevealing ? text : TextRedactor.redacted(text, by: self, as: form) ?? text
  }
}

extension URL {
  /// The URL in printable form, redacted by ``Redaction/standard``.
  var printable: String { Redaction.standard.url(self) }
}

// The published lists.
extension Redaction {
  /// The names of items of queries, fragments and forms, of parts of multipart forms and of members of JSON whose values
  /// ``standard`` hides.
  ///
  /// Names are compared whole, without case, hyphens and underscores: `access_token` stands for `accessToken` and
  /// `Access-Token`, but not for `access_token_url`. Of a nested name, such as `user[password]`, `user.password` or
  /// `password[0]`, the last part that is no number is compared.
  public static let secretNames: Set<String> = [
    "access_key", "access_token", "api_key", "api_secret", "api_token", "app_secret", "assertion",
    "auth_token", "authorization", "bearer_token", "card_number", "client_assertion", "client_secret",
    "code_verifier", "cookie", "credentials", "csrf_token", "current_password", "cvc", "cvv", "device_code",
    "encryption_key", "id_token", "jsessionid", "jwt", "new_password", "old_password", "otp", "passcode",
    "passphrase", "passwd", "password", "password_confirmation", "phpsessid", "private_key", "private_token",
    "proxy_authorization", "pwd", "recovery_code", "refresh_token", "saml_response", "secret",
    "secret_access_key", "secret_key", "security_token", "session_id", "session_key", "session_token",
    "set_cookie", "sig", "signature", "signing_key", "subscription_key", "token", "totp", "user_password",
    "verification_code", "webhook_secret", "x_access_token", "x_amz_security_token", "x_amz_signature",
    "x_api_key", "x_auth_token", "x_csrf_token", "x_goog_signature", "x_session_token", "x_xsrf_token",
    "xsrf_token",
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

/// A name as the redaction compares it: the last part of a nested name that is no number, in lower case without hyphens and
/// underscores.
struct RedactedName: Hashable, Sendable {
  static let standard = Set(Redaction.secretNames.map(RedactedName.init))

  private let bytes: [UInt8]

  init(_ name: String) {
    let parts = name.utf8.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") }.map { part in
      part.filter { !Self.ignored.contains($0) }
    }
    let last = parts.last { $0.contains { !ASCII.isDigit($0) } } ?? parts.last
    bytes = last?.map(ASCII.lowercased) ?? []
  }

  private static let ignored = ByteSet("-_]")
}
