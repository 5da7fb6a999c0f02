/// How a value is made of a response, by the type of the value: the one table, for request types and endpoints.
///
/// A ``ResponseValue`` says itself how it is made; any other `Decodable` is decoded at the key path; `Void`, which can
/// conform to nothing, is made of any response.
struct ResponseMaker<Value: Sendable>: Sendable {
  let form: @Sendable (_ keyPath: String) -> ResponseForm
  let make:
    @Sendable (NetworkResponse, any ResponseDecoder, _ keyPath: String) throws(NetworkRequestError) -> Value

  func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> NewValue
  ) -> ResponseMaker<NewValue> {
    ResponseMaker<NewValue>(form: form) { response, decoder, keyPath throws(NetworkRequestError) in
      let value = try make(response, decoder, keyPath)
      do {
        return try transform(value)
      } catch let error as NetworkRequestError {
        throw error
      } catch {
        throw .decodingError(DecodingFailure(.decoder(error), type: NewValue.self, response: response))
      }
    }
  }
}

extension ResponseMaker where Value: ResponseValue {
  static var converted: ResponseMaker { ResponseMaker(form: { form($0) }, make: value) }

  static func form(_ keyPath: String) -> ResponseForm {
    guard !keyPath.isEmpty, Value.readsKeyPath, Value.responseForm == .raw else { return Value.responseForm }
    return .decoded
  }

  static func value(
    of response: NetworkResponse, by decoder: any ResponseDecoder, at keyPath: String
  ) throws(NetworkRequestError) -> Value {
    try Value.value(of: response, using: response.decoder(decoder, at: keyPath))
  }
}

extension ResponseMaker where Value: Decodable {
  static var decoded: ResponseMaker { ResponseMaker(form: { decodedForm($0) }, make: decodedValue) }

  // Types are looked at again at run time, for in a generic request one that is made in a way of its own is known as a
  // `Decodable` alone. An Optional is made as the type in it; it cannot conform to ResponseValue, because a conformance
  // may not depend on `Sendable`.

  static func decodedForm(_ keyPath: String) -> ResponseForm {
    let type = (Value.self as? any OptionalResponse.Type)?.wrapped ?? Value.self
    return (type as? any ResponseValue.Type)?.form(at: keyPath) ?? .decoded
  }

  static func decodedValue(
    of response: NetworkResponse, by decoder: any ResponseDecoder, at keyPath: String
  ) throws(NetworkRequestError) -> Value {
    let decoder = response.decoder(decoder, at: keyPath)
    let optional = Value.self as? any OptionalResponse.Type
    if let optional, response.data.isEmpty, let absent = optional.absent as? Value { return absent }
    // What stands at a key path may be null, which only the decoder of an Optional takes.
    let isPart = optional != nil && decoder is KeyPathDecoder
    let type = optional?.wrapped ?? Value.self
    if !isPart, let type = type as? any ResponseValue.Type,
      let value = try type.value(of: response, using: decoder) as? Value
    {
      return value
    }
    return try response.decoded(using: decoder)
  }
}

extension ResponseMaker<Void> {
  static var nothing: ResponseMaker { ResponseMaker(form: { _ in .raw }) { _, _, _ in } }
}

extension ResponseValue {
  fileprivate static func form(at keyPath: String) -> ResponseForm { ResponseMaker<Self>.form(keyPath) }
}

/// An Optional whose type is known at run time alone.
private protocol OptionalResponse {
  static var wrapped: Any.Type { get }
  static var absent: Any { get }
}

extension Optional: OptionalResponse {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate static var absent: Any { Self.none as Any }
}

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
  /// No value: the status of the response is the result.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType { () }
}
