extension Request where ReturnType: Decodable {
  /// Whole, to be decoded.
  public var responseForm: ResponseForm { .decoded }

  /// The value at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try response.document(using: decoder, keyPath: keyPath)
  }
}

extension Request where ReturnType: Decodable & ExpressibleByNilLiteral {
  /// Whole, to be decoded.
  public var responseForm: ResponseForm { .decoded }

  /// The value at ``keyPath``; nil where the response is empty.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    response.data.isEmpty ? nil : try response.document(using: decoder, keyPath: keyPath)
  }
}

extension Request where ReturnType == Data {
  /// Whole, as it is.
  public var responseForm: ResponseForm { .raw }
  /// The bytes of the body.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Data { response.data }
}

extension Request where ReturnType == String {
  /// Whole, as it is; with a ``keyPath``, a document to be decoded.
  public var responseForm: ResponseForm { keyPath.isEmpty ? .raw : .decoded }
  /// The text of the body by its charset; with a ``keyPath``, the string there.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> String {
    keyPath.isEmpty ? try response.text() : try response.document(using: decoder, keyPath: keyPath)
  }
}

extension Request where ReturnType == Void {
  /// Whole, as it is.
  public var responseForm: ResponseForm { .raw }
  /// Nothing: the status has said it all.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) {}
}

extension Request where ReturnType == HTTPURLResponse {
  /// Whole, as it is.
  public var responseForm: ResponseForm { .raw }
  /// The response's head in Foundation's form.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> HTTPURLResponse {
    guard let head = response.httpURLResponse else { throw .unexpectedStatus(response) }
    return head
  }
}

extension Request where ReturnType: ResponseConvertible {
  /// As the type says.
  public var responseForm: ResponseForm { ReturnType.responseForm }
  /// The value, made as the type says.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ReturnType(response: response, decoder: decoder)
  }
}

extension Request where ReturnType: ResponseConvertible & Decodable {
  /// As the type says.
  public var responseForm: ResponseForm { ReturnType.responseForm }
  /// The value, made as the type says.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ReturnType(response: response, decoder: decoder)
  }
}
