/// Tells a server that two requests are one, so that a POST that is sent twice is done once (the header field
/// `Idempotency-Key`, draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// struct Pay: Request {
///   typealias ReturnType = Receipt
///   let path = "/payments"
///   let method = HTTPMethod.post
///   let body: Payment
///   let options = RequestOptions().with(\.idempotencyKey, .automatic)
/// }
/// ```
/// It only helps with a server that keeps track of such keys. A request that has one may be retried whatever its method.
public struct IdempotencyKey: Hashable, Sendable {
  private let text: String?

  /// A key of your own, sent as it is. (The draft has it in quotes; most servers do not want them.) Keep it with what
  /// it is for, so that the same payment has the same key even after the app was restarted.
  public init(_ text: String) {
    self.text = text
  }

  private init() {
    text = nil
  }

  /// A random one, made once for each call and the same for all of its attempts: the call's ``RequestID``.
  public static let automatic = IdempotencyKey()

  func value(for request: TransportRequest) -> String {
    text ?? request.id.description
  }
}

extension IdempotencyKey: ExpressibleByStringLiteral {
  /// A key of your own, sent as it is.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension TransportRequest {
  /// The request with the header field that its option asks for, unless it has one already.
  func carryingIdempotencyKey() -> TransportRequest {
    guard let key = options.idempotencyKey, !headers.contains(.idempotencyKey) else { return self }
    var result = self
    result.headers.append(HTTPHeader(.idempotencyKey, key.value(for: self)))
    return result
  }
}
