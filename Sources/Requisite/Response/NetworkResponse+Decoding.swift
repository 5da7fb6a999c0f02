extension NetworkResponse {
  /// A value decoded from the body.
  ///
  /// - Parameters:
  ///   - decoder: What reads the body; by default the decoder of the call, which is the request's or its client's. A
  ///     request that was built by hand is read by a plain `JSONCoding`.
  ///   - keyPath: The way to the part that is wanted; the whole document by default.
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the type, the place, the cause and this response.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil, keyPath: String = ""
  ) throws(NetworkRequestError) -> Value {
    do {
      let decoder = decoder ?? request.responseDecoder ?? JSONCoding()
      try PropertyListCheck.run(on: data, for: decoder)
      guard !keyPath.isEmpty else { return try decoder.decode(type, from: data) }
      return try KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: false).decode(type, from: data)
    } catch let error as KeyPathNotFound {
      throw .decodingError(DecodingFailure(.keyPathNotFound(error.keyPath), type: type, response: self))
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: type, response: self))
    }
  }

  /// Refuses a response that is of another type than the request accepts. Skipped where either side says nothing.
  func checkContentType(for type: Any.Type) throws(NetworkRequestError) {
    guard request.options.checksContentType, let received = headers[.contentType],
      let accept = request.headers[.accept], !MediaType.isPlainly(received, accept), !isEmpty
    else { return }
    let accepted = MediaType.list(accept)
    guard let received = MediaType(received), !accepted.isEmpty,
      !accepted.contains(where: { $0.matches(received) })
    else { return }
    let reason = DecodingFailure.Reason.contentType(received: received, accepted: accepted)
    throw .decodingError(DecodingFailure(reason, type: type, response: self))
  }

  /// Whether there is no body, as far as that can be told before it is read.
  private var isEmpty: Bool {
    if case .data(let data) = body { data.isEmpty } else { false }
  }
}
