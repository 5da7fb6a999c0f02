/// A request as it was sent, with its body read.
///
/// ```swift
/// let sent = try #require(stub.requests.last)
/// #expect(sent.method == .post)
/// #expect(sent.query["page"] == "2")
/// #expect(try sent.json(as: Todo.self).title == "Test")
/// ```
/// Method, URL, header fields, options and delivery are the request's own: `sent.headers[.accept]`. The values of
/// secret fields can be read, and are left out of ``description``.
@dynamicMemberLookup
public struct RecordedRequest: Sendable {
  /// The request as the transport received it, with its options.
  public let request: TransportRequest
  /// All bytes of the body, whatever form it was given in; empty where there was none.
  public let body: Data

  /// Puts a request together with the bytes of its body.
  public init(_ request: TransportRequest, body: Data) {
    self.request = request
    self.body = body
  }

  /// A property of the request, as in `sent.method`.
  public subscript<Member>(dynamicMember member: KeyPath<TransportRequest, Member>) -> Member {
    request[keyPath: member]
  }
}

extension RecordedRequest {
  /// The body, decoded as JSON.
  ///
  /// - Throws: What the decoder throws.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: any ResponseDecoder = JSONCoding()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }

  /// The body as text in UTF-8; invalid bytes become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body read as fields of a form (`application/x-www-form-urlencoded`).
  public var form: QueryParams { QueryParams(encoded: text) }
}

extension RecordedRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and URL, header fields without their secrets, and the start of the body.
  public var description: String {
    let fields = request.headers.isEmpty ? "" : "\n\(request.headers)"
    return "\(request)\(fields)\(body.isEmpty ? "" : "\n\n\(bodyStart)")"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The description alone, so that `dump` cannot tell more.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }

  private var bodyStart: String {
    let type = request.headers[.contentType].flatMap(MediaType.init)
    return request.options.redaction.body(body, as: type, limit: 1_000)
  }
}

extension HTTPBody {
  /// All bytes of the body, as a server would get them. A stream that can be read once is used up by it.
  func bytes(of request: TransportRequest) async throws(NetworkRequestError) -> Data {
    switch content {
    case .none: return Data()
    case .data(let data): return data
    case .stream(let stream): return try await stream.makeStream().collected(upTo: .max)
    case .file(let url, let length):
      return try await ByteStream.file(url, length: length < 0 ? nil : length).collected(upTo: .max)
    }
  }
}

/// A request as it was sent, and what became of it.
public struct RecordedExchange: Sendable, CustomStringConvertible {
  /// The request, with as much of its body as was read by the time.
  public let request: RecordedRequest
  /// The response, or the error in its place; nil while the exchange is under way. The body of a streamed response is the
  /// caller's to read, and not in it.
  public let outcome: Result<NetworkResponse, NetworkRequestError>?

  /// The status of the response, where one came.
  public var status: Int? { response?.status }

  /// The response, where one came.
  public var response: NetworkResponse? {
    guard case .success(let response) = outcome else { return nil }
    return response
  }

  /// The error, where there was one in place of a response.
  public var error: NetworkRequestError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  /// Method, URL and what became of it, in one line.
  public var description: String {
    switch outcome {
    case nil: "\(request.request) → under way"
    case .success(let response): "\(request.request) → \(response.status)"
    case .failure(let error): "\(request.request) → \(error.kind.rawValue)"
    }
  }
}
