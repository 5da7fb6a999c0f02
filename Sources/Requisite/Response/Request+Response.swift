// Which rule of ResponseMaker holds for which return type of a request. They return `ReturnType`, never its name, so that
// the compiler reports a missing `ReturnType` as such.

extension Request where ReturnType: Decodable {
  /// In memory, to be decoded.
  public var responseForm: ResponseForm { ResponseMaker<ReturnType>.decodedForm(keyPath) }
  /// The value at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ResponseMaker<ReturnType>.decodedValue(of: response, by: decoder, at: keyPath)
  }
}

extension Request where ReturnType: ResponseValue {
  /// As the type says.
  public var responseForm: ResponseForm { ResponseMaker<ReturnType>.form(keyPath) }
  /// The value, made as the type says, with a decoder that starts at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ResponseMaker<ReturnType>.value(of: response, by: decoder, at: keyPath)
  }
}

extension Request where ReturnType: ResponseValue & Decodable {
  /// As the type says.
  public var responseForm: ResponseForm { ResponseMaker<ReturnType>.form(keyPath) }
  /// The value, made as the type says, with a decoder that starts at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ResponseMaker<ReturnType>.value(of: response, by: decoder, at: keyPath)
  }
}

extension Request where ReturnType == Void {
  /// In memory, whatever its media type.
  public var responseForm: ResponseForm { .raw }
  /// Nothing: the status has said it all.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType { () }
}
