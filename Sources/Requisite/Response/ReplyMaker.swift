/// How a value is made of a reply: what the conformance of a request type says of its `ReturnType`, as a value.
struct ReplyMaker<Value: Sendable>: Sendable {
  let form: @Sendable (_ keyPath: String) -> ReplyForm
  let make:
    @Sendable (NetworkResponse, any ResponseDecoder, _ keyPath: String) throws(NetworkRequestError) -> Value

  func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> NewValue
  ) -> ReplyMaker<NewValue> {
    ReplyMaker<NewValue>(form: form) { response, decoder, keyPath throws(NetworkRequestError) in
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

extension ReplyMaker where Value: Decodable {
  /// The value at the key path; the bytes or the text themselves for `Data` and `String`; nil for an Optional whose
  /// reply is empty.
  static var decodable: ReplyMaker {
    if let maker = ReplyMaker<Data>.data as? ReplyMaker { return maker }
    if let maker = ReplyMaker<String>.text as? ReplyMaker { return maker }
    let absent = NilLiteral.value(of: Value.self)
    return ReplyMaker(form: { _ in .decoded }) { response, decoder, keyPath throws(NetworkRequestError) in
      if let absent, response.data.isEmpty { return absent }
      return try response.document(using: decoder, keyPath: keyPath)
    }
  }
}

extension ReplyMaker<Data> {
  fileprivate static var data: ReplyMaker {
    ReplyMaker(form: { _ in .raw }) { response, _, _ in response.data }
  }
}

extension ReplyMaker<String> {
  fileprivate static var text: ReplyMaker {
    ReplyMaker(form: { $0.isEmpty ? .raw : .decoded }) {
      response, decoder, keyPath throws(NetworkRequestError) in
      keyPath.isEmpty ? try response.text() : try response.document(using: decoder, keyPath: keyPath)
    }
  }
}

extension ReplyMaker<Void> {
  static var nothing: ReplyMaker { ReplyMaker(form: { _ in .raw }) { _, _, _ in } }
}

extension ReplyMaker where Value: ReplyConvertible {
  static var converted: ReplyMaker {
    ReplyMaker(form: { _ in Value.replyForm }) { response, decoder, _ throws(NetworkRequestError) in
      try Value(reply: response, decoder: decoder)
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
