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
