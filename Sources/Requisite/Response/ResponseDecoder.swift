/// A decoder that makes a `Decodable` value of the bytes of a response.
///
/// `JSONCoding`, `JSONDecoder` and `PropertyListDecoder` conform; so does any other type by these two members.
public protocol ResponseDecoder: Sendable {
  /// The value of `Accept` that asks for what it reads, such as `application/json`; nil accepts any type.
  var accept: String? { get }
  /// Decodes a value. What it throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONCoding: ResponseDecoder {
  /// `application/json`, also for types with the suffix `+json`.
  public var accept: String? { "application/json" }
}

extension JSONDecoder: ResponseDecoder {
  /// `application/json`, also for types with the suffix `+json`.
  public var accept: String? { "application/json" }
}

extension PropertyListDecoder: ResponseDecoder {
  /// `application/x-plist`, for all formats of property lists.
  public var accept: String? { "application/x-plist" }
}

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

  /// Refuses a response that is of another type than the request accepts. Skipped if either side names no type.
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

  /// True if the body is in memory and empty; false for a stream or a file, which is not read for this.
  private var isEmpty: Bool {
    if case .data(let data) = body { data.isEmpty } else { false }
  }
}
