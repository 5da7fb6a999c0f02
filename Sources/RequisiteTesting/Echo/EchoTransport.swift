/// A transport that answers 200 with the request as an ``Echo`` in JSON, for tests of decorators.
///
/// ```swift
/// struct Stamped: Transport {
///   let upstream: any Transport
///   func send(
///     _ request: TransportRequest
///   ) async throws(NetworkRequestError) -> TransportResponse {
///     var request = request
///     request.headers[.userAgent] = "todos/1.0"
///     return try await upstream.send(request)
///   }
/// }
/// struct Ping: Request {
///   typealias ReturnType = Echo
///   let path = "/ping"
/// }
/// let client = APIClient(
///   baseURL: "https://api.example.com",
///   transport: Stamped(upstream: EchoTransport()))
/// let echo = try await client.dispatch(Ping())
/// #expect(echo.fields[.userAgent] == "todos/1.0")
/// ```
public struct EchoTransport: TerminalTransport {
  /// Makes a transport. It has no state, so any number of tests can share one.
  public init() {}

  /// Answers 200 with the request as JSON.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let sent = RecordedRequest(request, body: try await request.body.bytes(of: request))
    return try await StubResponse.json(Echo(sent)).response(to: request)
  }
}

/// The request that an ``EchoTransport`` received: method, URL, header fields and body, as they would have been sent.
///
/// An echo is `Decodable`, so a request can have it as its `ReturnType`. It contains the values of secret fields, so
/// that tests can check them.
public struct Echo: Codable, Sendable, Equatable {
  /// The method, such as `GET`.
  public let method: String
  /// The whole URL, including the query.
  public let url: String
  /// The header fields, in order, each a name and a value.
  public let headers: [Field]
  /// The body as UTF-8 text; invalid bytes become U+FFFD.
  public let body: String

  /// A header field: a name and a value.
  public struct Field: Codable, Sendable, Equatable {
    /// The name, in its original spelling.
    public let name: String
    /// The value of the header field, as it was sent.
    public let value: String
  }

  init(_ request: RecordedRequest) {
    method = request.method.rawValue
    url = request.url.absoluteString
    headers = request.headers.map { Field(name: $0.name.rawValue, value: $0.value) }
    body = request.text
  }

  /// The header fields as `HTTPHeaders`, for access by name, as in `echo.fields[.accept]`.
  public var fields: HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader(HTTPHeaderName($0.name), $0.value) })
  }
}
