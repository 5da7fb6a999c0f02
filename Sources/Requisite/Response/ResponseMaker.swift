/// Makes the value of a response, by the type of the value: one table for request types and endpoints.
///
/// A ``ResponseConvertible`` makes itself; any other `Decodable` is decoded at the key path; `Void`, which cannot conform to
/// a protocol, accepts any response.
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

extension ResponseMaker where Value: ResponseConvertible {
  static var converted: ResponseMaker {
    ResponseMaker(form: { Value.form(at: $0) }, make: Value.value(of:by:at:))
  }
}

extension ResponseConvertible {
  fileprivate static func form(at keyPath: String) -> ResponseForm {
    guard !keyPath.isEmpty, readsKeyPath, responseForm == .raw else { return responseForm }
    return .decoded
  }

  fileprivate static func value(
    of response: NetworkResponse, by decoder: any ResponseDecoder, at keyPath: String
  ) throws(NetworkRequestError) -> Self {
    try value(of: response, using: response.decoder(decoder, at: keyPath))
  }
}

extension ResponseMaker where Value: Decodable {
  static var decoded: ResponseMaker { ResponseMaker(form: { decodedForm($0) }, make: decodedValue) }

  // In a generic request, a ``ResponseConvertible`` that is also `Decodable` is known only as `Decodable`, so its type is
  // checked again at run time. An Optional is made as its wrapped type is; it cannot conform to ResponseConvertible, because
  // a conformance may not depend on `Sendable`.

  static func decodedForm(_ keyPath: String) -> ResponseForm {
    let type = (Value.self as? any OptionalResponse.Type)?.wrapped ?? Value.self
    return (type as? any ResponseConvertible.Type)?.form(at: keyPath) ?? .decoded
  }

  static func decodedValue(
    of response: NetworkResponse, by decoder: any ResponseDecoder, at keyPath: String
  ) throws(NetworkRequestError) -> Value {
    let decoder = response.decoder(decoder, at: keyPath)
    let optional = Value.self as? any OptionalResponse.Type
    let type = optional?.wrapped ?? Value.self
    // White space alone is no value of any decoder: some servers send a line break in place of nothing. Raw types take it as it is.
    if let optional, response.data.allSatisfy(ASCII.isSpace),
      response.data.isEmpty || !(type is any ResponseConvertible.Type), let absent = optional.absent as? Value
    {
      return absent
    }
    // The value at a key path may be null, which only the decoder of an Optional accepts.
    let isPart = optional != nil && decoder is KeyPathDecoder
    if !isPart, let type = type as? any ResponseConvertible.Type,
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

extension NetworkResponse {
  /// The value nil of an Optional type, if the status means it (``RequestOptions/nilStatuses``).
  func nilValue<Value>(of type: Value.Type) -> Value? {
    guard request.options.nilStatuses.contains(status) else { return nil }
    return (type as? any OptionalResponse.Type)?.absent as? Value
  }
}

/// An Optional whose wrapped type is known only at run time.
protocol OptionalResponse {
  static var wrapped: Any.Type { get }
  static var absent: Any { get }
}

extension Optional: OptionalResponse {
  static var wrapped: Any.Type { Wrapped.self }
  static var absent: Any { Self.none as Any }
}

// These extensions choose the rule of ResponseMaker by the return type of a request. They return `ReturnType`, never
// its name, so that the compiler reports a missing `ReturnType` as such.

extension Request where ReturnType: Decodable {
  /// Collected in memory, then decoded; a ``ResponseConvertible`` that is known only at run time chooses its own form.
  public var responseForm: ResponseForm { ResponseMaker<ReturnType>.decodedForm(encodeKeyPath()) }
  /// Decodes the value at ``keyPath``. An empty body, or one of white space alone, is nil for an Optional.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ResponseMaker<ReturnType>.decodedValue(of: response, by: decoder, at: encodeKeyPath())
  }
}

extension Request where ReturnType: ResponseConvertible {
  /// The form that `ReturnType` asks for; ``ResponseForm/decoded`` for a raw type at a key path, such as `String`.
  public var responseForm: ResponseForm { ReturnType.form(at: encodeKeyPath()) }
  /// Makes the value by the type's own initializer or function, with a decoder that starts at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ReturnType.value(of: response, by: decoder, at: encodeKeyPath())
  }
}

extension Request where ReturnType: ResponseConvertible & Decodable {
  /// The form that `ReturnType` asks for; ``ResponseForm/decoded`` for a raw type at a key path, such as `String`.
  public var responseForm: ResponseForm { ReturnType.form(at: encodeKeyPath()) }
  /// Makes the value by the type's own initializer or function, with a decoder that starts at ``keyPath``.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try ReturnType.value(of: response, by: decoder, at: encodeKeyPath())
  }
}

extension Request where ReturnType == Void {
  /// Collected in memory, of any media type.
  public var responseForm: ResponseForm { .raw }
  /// No value: the status of the response is the result.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType { () }
}
