/// A transport that answers 200 with the request as an ``Echo`` in JSON, for tests of decorators.
///
/// ```swift
/// struct Stamped: Transport {
///   let upstream: any Transport
///   func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
///     var request = request
///     request.headers[.userAgent] = "todos/1.0"
///     return try await upstream.send(request)
///   }
/// }
/// struct Ping: Request {
///   typealias ReturnType = Echo
///   let path = "/ping"
/// }
/// let client = APIClient(baseURL: "https://api.example.com", transport: Stamped(upstream: EchoTransport()))
/// let echo = try await client.dispatch(Ping())
/// #expect(echo.fields[.userAgent] == "todos/1.0")
/// ```
public struct EchoTransport: TerminalTransport {
  /// Makes a transport. It has no state, so one serves any number of tests.
  public init() {}

  /// Answers 200 with the request as JSON.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let sent = RecordedRequest(request, body: try await request.body.bytes(of: request))
    return try await StubResponse.json(Echo(sent)).response(to: request)
  }
}

/// What an ``EchoTransport`` was sent: method, URL, header fields and body, as they would have gone on the wire.
///
/// It is `Decodable`, so a request can have it as its `ReturnType`. The values of secret fields are in it: it is for
/// tests, and they ask for these.
public struct Echo: Codable, Sendable, Equatable {
  /// The method, as in `GET`.
  public let method: String
  /// The whole URL, with its query.
  public let url: String
  /// The header fields in their order, each a name and a value.
  public let headers: [Field]
  /// The body as text in UTF-8.
  public let body: String

  /// A name and a value.
  public struct Field: Codable, Sendable, Equatable {
    /// The name, as it was spelled.
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

  /// The header fields, to be asked for by name.
  public var fields: HTTPHeaders {
    HTTPHeaders(headers.map { HTTPHeader(HTTPHeaderName($0.name), $0.value) })
  }
}
