/// The response of a test transport: a status, header fields, a body, and the delays before and between them.
///
/// ```swift
/// StubResponse.json([Todo(id: 1, title: "Milk")])
/// StubResponse.json(problem, status: 422)
/// StubResponse.status(204)
/// StubResponse.text("late").after(.seconds(5))
/// StubResponse.chunks(["da", "ta"], every: .seconds(1))
/// StubResponse.failure(.timedOut)
/// ```
/// The body is delivered as the request's `delivery` asks: in memory, as a stream of the chunks, or in a file. A
/// response to a HEAD request has no body, even if the stub has one. A silence longer than the request's `timeout`, before
/// the response or between two chunks, fails the call with `.timedOut`, as on a connection; the call's clock measures it.
public struct StubResponse: Sendable {
  /// The status code. 200 by default.
  public var status: Int
  /// The header fields, in order. Empty by default, apart from a `Content-Type` for a body whose type is known.
  public var headers: HTTPHeaders
  /// The trailer fields (RFC 9110 §6.5). Empty by default.
  public var trailers = HTTPHeaders()
  var content: Content
  var delay: Duration = .zero

  enum Content: Sendable {
    /// Chunks with `interval` between them, and an error at their end or nil.
    case chunks([Data], interval: Duration, failure: (any Error)?)
    /// The bytes of a file, read when the call is answered.
    case file(URL)
    /// An error instead of a response.
    case failure(any Error)
    /// Neither a response nor an error, until the call is cancelled.
    case never
  }

  init(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), content: Content) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// A copy that arrives later by `delay`, on the clock of the transport or else of the call. Repeated delays add up.
  public func after(_ delay: Duration) -> StubResponse {
    var response = self
    response.delay += delay
    return response
  }

  /// A copy with these trailer fields.
  public func trailers(_ fields: HTTPHeaders) -> StubResponse {
    var response = self
    response.trailers = fields
    return response
  }

  /// A copy with these header fields, which replace fields of the same names.
  public func headers(_ fields: HTTPHeaders) -> StubResponse {
    var response = self
    response.headers.merge(fields)
    return response
  }
}
