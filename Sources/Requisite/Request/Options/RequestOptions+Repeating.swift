extension RequestOptions {
  /// Whether the request may be sent again although a server may have processed it; nil, the default, if its method and an
  /// ``IdempotencyKey`` decide.
  ///
  /// ```swift
  /// struct SearchTodos: Request {
  ///   typealias ReturnType = [Todo]
  ///   let path = "/todos/search"
  ///   let method = HTTPMethod.post
  ///   let body: [String: String]
  ///   let options = RequestOptions().with(\.isRepeatable, true)  // this POST only reads
  /// }
  /// ```
  /// True adds no header field: the server needs to know nothing. False is for a `PUT` or `GET` that is not idempotent
  /// (RFC 9110 §9.2.2). All that repeats a request follows it, libcurl's second try on a lost connection included. A request that is not safe is not hedged, repeatable or not.
  public var isRepeatable: Bool? {
    get { self[IsRepeatableKey.self] }
    set { self[IsRepeatableKey.self] = newValue }
  }
}

private enum IsRepeatableKey: RequestOptionKey { static let defaultValue: Bool? = nil }

extension TransportRequest {
  /// True if the request can be sent again without harm: as its options say, or else if its method is idempotent or it has
  /// an idempotency key.
  var isRepeatable: Bool {
    options.isRepeatable ?? (method.isIdempotent || headers.contains(.idempotencyKey))
  }

  /// True if the request can be sent again, and that does no harm.
  var maySendAgain: Bool { isRepeatable && body.isReplayable }
}
