extension Request where ReturnType: Decodable {
  /// Whole, to be decoded.
  public static var reply: ReplyForm { .decoded }

  /// The value at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try decodeDocument(response, using: decoder)
  }
}

extension Request where ReturnType: Decodable & ExpressibleByNilLiteral {
  /// Whole, to be decoded.
  public static var reply: ReplyForm { .decoded }

  /// The value at ``keyPath``; nil where the reply is empty.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    response.data.isEmpty ? nil : try decodeDocument(response, using: decoder)
  }
}

extension Request where ReturnType: Decodable {
  fileprivate func decodeDocument(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    do {
      return try response.decoded(using: decoder, keyPath: keyPath)
    } catch {
      guard response.request.options.keyPathIsOptional, case .decodingError(let failure) = error,
        case .keyPathNotFound = failure.reason
      else { throw error }
      return try response.decoded(using: decoder)
    }
  }
}

extension Request where ReturnType == Data {
  /// Whole, as it is.
  public static var reply: ReplyForm { .raw }
  /// The bytes of the body.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Data { response.data }
}

extension Request where ReturnType == String {
  /// Whole, as it is; with a ``keyPath``, a document to be decoded.
  public static var reply: ReplyForm { .raw }
  /// The text of the body by its charset; with a ``keyPath``, the string there.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> String {
    keyPath.isEmpty ? try response.text() : try decodeDocument(response, using: decoder)
  }
}

extension Request where ReturnType == Void {
  /// Whole, as it is.
  public static var reply: ReplyForm { .raw }
  /// Nothing: the status has said it all.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) {}
}

extension Request where ReturnType == NoContent {
  /// Whole, as it is.
  public static var reply: ReplyForm { .raw }
  /// Nothing: the status has said it all.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> NoContent { NoContent() }
}

extension Request where ReturnType == NetworkResponse {
  /// Whole, as it is.
  public static var reply: ReplyForm { .raw }
  /// The reply itself.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> NetworkResponse { response }
}

extension Request where ReturnType == HTTPURLResponse {
  /// Whole, as it is.
  public static var reply: ReplyForm { .raw }
  /// The reply's head in Foundation's form.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> HTTPURLResponse {
    guard let head = response.httpURLResponse else { throw .unexpectedStatus(response) }
    return head
  }
}

extension Request where ReturnType == ByteStream {
  /// Chunk by chunk.
  public static var reply: ReplyForm { .streamed(accept: nil) }
  /// The chunks of the body, as they come.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ByteStream {
    if case .stream(let stream) = response.body { stream } else { ByteStream(response.data) }
  }
}
