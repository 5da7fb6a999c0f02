/// A request as it was sent, with the bytes of its body.
///
/// ```swift
/// let sent = try #require(stub.requests.last)
/// #expect(sent.method == .post)
/// #expect(sent.query["page"] == "2")
/// #expect(try sent.json(as: Todo.self).title == "Test")
/// ```
/// Properties of the request are members of this type too, such as `sent.headers[.accept]`. They include the values of
/// secret fields, which ``description`` leaves out.
@dynamicMemberLookup
public struct RecordedRequest: Sendable {
  /// The request as the transport received it, with its options.
  public let request: TransportRequest
  /// All bytes of the body, whatever form it was given in; empty if there was no body.
  public let body: Data

  /// Pairs a request with the bytes of its body.
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
  /// Decodes the body, as JSON by default.
  ///
  /// - Throws: The error of the decoder.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: any ResponseDecoder = JSONCoding()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }

  /// The body as UTF-8 text; invalid bytes become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as the fields of a form (`application/x-www-form-urlencoded`).
  public var form: QueryParams { QueryParams(encoded: text) }

  /// The body as a form of several parts (`multipart/form-data`).
  ///
  /// - Throws: `NetworkRequestError.decodingError` for another `Content-Type`, or if the body is malformed.
  public func multipartForm() throws(NetworkRequestError) -> MultipartForm {
    let received = TransportResponse(
      status: 200, headers: request.headersWithContentType, url: request.url, body: .data(body))
    return try NetworkResponse(received, to: request).multipartForm()
  }
}

extension RecordedRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and URL, header fields without their secrets, and the first 1,000 bytes of the body.
  public var description: String {
    let headers = request.options.redaction.headers(request.headersWithContentType)
    let fields = headers.isEmpty ? "" : "\n\(headers)"
    return "\(request)\(fields)\(body.isEmpty ? "" : "\n\n\(start(of: body))")"
  }

  /// The text of ``description``, so that debuggers show no secrets either.
  public var debugDescription: String { description }

  /// The description only, so that `dump` prints no secrets.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }

  /// The start of a body of the request's type for a message, without secrets.
  func start(of body: Data) -> String {
    let type = request.headersWithContentType[.contentType].flatMap(MediaType.received)
    return request.options.redaction.body(body, as: type, limit: 1_000)
  }
}

extension HTTPBody {
  /// Reads all bytes of the body, as a server would receive them. A stream that can be read only once is then used up.
  func bytes(of request: TransportRequest) async throws(NetworkRequestError) -> Data {
    if case .data(let data) = content { return data }
    return try await makeStream(for: request).collected(upTo: .max)
  }
}

/// A request that a ``Recorder`` saw, with its response or error.
public struct RecordedExchange: Sendable, CustomStringConvertible {
  /// The request, with the part of its body that has been read so far.
  public let request: RecordedRequest
  /// The response or the error; nil while the exchange is under way. The body of a streamed response is left to the
  /// caller, and not recorded.
  public let outcome: Result<NetworkResponse, NetworkRequestError>?

  /// The status of the response; nil without a response.
  public var status: Int? { response?.status }

  /// The response; nil after an error and while the exchange is under way.
  public var response: NetworkResponse? {
    guard case .success(let response) = outcome else { return nil }
    return response
  }

  /// The error; nil after a response and while the exchange is under way.
  public var error: NetworkRequestError? {
    guard case .failure(let error) = outcome else { return nil }
    return error
  }

  /// Method, URL, and the status or the kind of the error, in one line.
  public var description: String {
    switch outcome {
    case nil: "\(request.request) → under way"
    case .success(let response): "\(request.request) → \(response.status)"
    case .failure(let error): "\(request.request) → \(error.kind.rawValue)"
    }
  }
}
