/// How a value is made of a response: what the conformance of a request type says of its `ReturnType`, as a value.
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

extension ResponseMaker where Value: Decodable {
  /// The value at the key path; the bytes or the text themselves for `Data` and `String`; nil for an Optional whose
  /// response is empty.
  static var decodable: ResponseMaker {
    if let maker = ResponseMaker<Data>.data as? ResponseMaker { return maker }
    if let maker = ResponseMaker<String>.text as? ResponseMaker { return maker }
    let absent = NilLiteral.value(of: Value.self)
    return ResponseMaker(form: { _ in .decoded }) { response, decoder, keyPath throws(NetworkRequestError) in
      if let absent, response.data.isEmpty { return absent }
      return try response.document(using: decoder, keyPath: keyPath)
    }
  }
}

extension ResponseMaker<Data> {
  fileprivate static var data: ResponseMaker {
    ResponseMaker(form: { _ in .raw }) { response, _, _ in response.data }
  }
}

extension ResponseMaker<String> {
  fileprivate static var text: ResponseMaker {
    ResponseMaker(form: { $0.isEmpty ? .raw : .decoded }) {
      response, decoder, keyPath throws(NetworkRequestError) in
      keyPath.isEmpty ? try response.text() : try response.document(using: decoder, keyPath: keyPath)
    }
  }
}

extension ResponseMaker<Void> {
  static var nothing: ResponseMaker { ResponseMaker(form: { _ in .raw }) { _, _, _ in } }
}

extension ResponseMaker where Value: ResponseConvertible {
  static var converted: ResponseMaker {
    ResponseMaker(form: { _ in Value.responseForm }) { response, decoder, _ throws(NetworkRequestError) in
      try Value(response: response, decoder: decoder)
    }
  }
}

/// Finds out at run time whether a type has a nil.
private enum NilLiteral {
  static func value<Value>(of type: Value.Type) -> Value? {
    guard let type = type as? any ExpressibleByNilLiteral.Type else { return nil }
    return make(type) as? Value
  }

  private static func make<Nil: ExpressibleByNilLiteral>(_ type: Nil.Type) -> Any {
    Nil(nilLiteral: ()) as Any
  }
}
