/// A decoder that makes a `Decodable` value from the body of a response.
///
/// `JSONCoding`, `JSONDecoder` and `PropertyListDecoder` conform; use the last for trusted servers only, because 100,000
/// nested arrays in a property list end the process. Other types conform by these two members.
public protocol ResponseDecoder: Sendable {
  /// The value of the request's `Accept`, such as `application/json`; nil accepts any type.
  var accept: String? { get }
  /// Decodes a value. The error that it throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONCoding: ResponseDecoder {
  /// `application/json`. Responses whose type has the suffix `+json` are accepted too.
  public var accept: String? { "application/json" }
}

extension JSONDecoder: ResponseDecoder {
  /// `application/json`. Responses whose type has the suffix `+json` are accepted too.
  public var accept: String? { "application/json" }
}

extension PropertyListDecoder: ResponseDecoder {
  /// `application/x-plist`, for all formats of property lists.
  public var accept: String? { "application/x-plist" }
}

extension NetworkResponse {
  /// Decodes a value from the body.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the body; by default that of the call, which is the request's or its client's. For a
  ///     request that was built by hand, the default is a `JSONCoding` with standard settings.
  ///   - keyPath: The path to the part to decode; the whole document by default.
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the type, the place in the document, the cause and this
  ///   response.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil, keyPath: String = ""
  ) throws(NetworkRequestError) -> Value {
    do {
      let decoder = decoder ?? request.responseDecoder ?? JSONCoding()
      guard !keyPath.isEmpty else { return try decoder.decode(type, from: data) }
      return try KeyPathDecoder(base: decoder, keyPath: keyPath, isOptional: false).decode(type, from: data)
    } catch let error as KeyPathNotFound {
      throw .decodingError(DecodingFailure(.keyPathNotFound(error.keyPath), type: type, response: self))
    } catch {
      throw .decodingError(DecodingFailure(.decoder(error), type: type, response: self))
    }
  }

  /// Throws if the request does not accept the media type of the response. Skips the check if the option is off,
  /// `Accept` or `Content-Type` is missing or malformed, or the body is empty.
  func checkContentType(for type: Any.Type) throws(NetworkRequestError) {
    guard request.options.checksContentType, let accept = request.headers[.accept],
      !headers.isPlainly(accept, .contentType), !isEmpty, !isSurelyEmpty
    else { return }
    let accepted = MediaType.list(accept) + request.options.acceptedTypes
    guard let received = contentType, !accepted.isEmpty,
      !accepted.contains(where: { $0.matches(received) })
    else { return }
    let reason = DecodingFailure.Reason.contentType(received: received, accepted: accepted)
    throw .decodingError(DecodingFailure(reason, type: type, response: self))
  }

  /// True if the header section says that there is no body (RFC 9110 §15.3.5, §15.3.6), so that its type means nothing.
  var isSurelyEmpty: Bool {
    status == 204 || status == 205
      || headers.values(for: .contentLength).first.map {
        !$0.isEmpty && $0.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
      } == true
  }

  /// True if the body is in memory and empty; false for a stream or a file, which this check does not read.
  private var isEmpty: Bool {
    if case .data(let data) = body { data.isEmpty } else { false }
  }
}
