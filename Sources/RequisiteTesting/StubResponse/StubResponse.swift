/// What a test transport answers with: a status, header fields, a body, and how long all of that takes.
///
/// ```swift
/// StubResponse.json([Todo(id: 1, title: "Milk")])
/// StubResponse.json(problem, status: 422)
/// StubResponse.status(204)
/// StubResponse.text("late").after(.seconds(5))
/// StubResponse.chunks(["da", "ta"], every: .seconds(1))
/// StubResponse.failure(.timedOut)
/// ```
/// The body is handed over as the request's `delivery` asks for it: in memory, as a stream of the chunks, or in a
/// file. A response to a HEAD request has no body, whatever is said here.
public struct StubResponse: Sendable {
  /// The status code. 200 unless said otherwise.
  public var status: Int
  /// The header fields, in their order.
  public var headers: HTTPHeaders
  /// The trailer fields (RFC 9110 §6.5). Empty by default.
  public var trailers = HTTPHeaders()
  var content: Content
  var delay: Duration = .zero

  enum Content: Sendable {
    /// Chunks, that long apart, and perhaps an error at their end.
    case chunks([Data], interval: Duration, failure: (any Error)?)
    /// The bytes of a file, read when they are wanted.
    case file(URL)
    /// No response but an error.
    case failure(any Error)
    /// Neither a response nor an error.
    case never
  }

  init(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), content: Content) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// The same response, which comes that much later by the clock of the transport that gives it.
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

  /// The same response with these fields in place of others of their names.
  public func headers(_ fields: HTTPHeaders) -> StubResponse {
    var response = self
    response.headers.merge(fields)
    return response
  }
}
