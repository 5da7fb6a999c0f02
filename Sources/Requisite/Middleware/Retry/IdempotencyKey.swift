/// A key by which a server recognizes a repeated request, so that a POST that is sent twice is performed once (the header
/// field `Idempotency-Key`, draft-ietf-httpapi-idempotency-key-header).
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
/// It only helps with a server that keeps track of such keys. A request with a key may be retried, whatever its method.
public struct IdempotencyKey: Hashable, Sendable {
  private let text: String?

  /// Creates a key from your own text, which is sent unchanged.
  ///
  /// The draft puts the key in quotes; most servers do not expect them. Store the key with what it is for, so that the
  /// same payment has the same key even after a restart of the app.
  public init(_ text: String) {
    self.text = text
  }

  private init() {
    text = nil
  }

  /// A random key that is the same for all attempts of a call: the call's ``TransportRequest/ID``.
  public static let automatic = IdempotencyKey()

  func value(for request: TransportRequest) -> String {
    text ?? request.id.description
  }
}

extension IdempotencyKey: ExpressibleByStringInterpolation {
  /// Creates a key from your own text, which is sent unchanged.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension RequestOptions {
  /// The value of `Idempotency-Key`; by default nil, and the field is not sent.
  public var idempotencyKey: IdempotencyKey? {
    get { self[IdempotencyKeyKey.self] }
    set { self[IdempotencyKeyKey.self] = newValue }
  }
}

private enum IdempotencyKeyKey: RequestOptionKey { static let defaultValue: IdempotencyKey? = nil }

extension TransportRequest {
  /// Returns the request with the header field of ``RequestOptions/idempotencyKey``, unless it already has one.
  consuming func carryingIdempotencyKey() -> TransportRequest {
    guard let key = options.idempotencyKey, !headers.contains(.idempotencyKey) else { return self }
    headers.append(HTTPHeader(.idempotencyKey, key.value(for: self)))
    return self
  }
}
