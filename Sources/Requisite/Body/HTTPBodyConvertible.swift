/// A type of body that says itself how it is sent: which bytes, and which media type is announced.
///
/// A ``Request`` whose `body` is of such a type, or an Optional of one, needs no encoder:
///
/// ```swift
/// struct CSV: HTTPBodyConvertible {
///   var rows: [[String]]
///   var defaultContentType: String { "text/csv; charset=utf-8" }
///   func httpBody(as contentType: String?, with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
///     let text = rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")
///     return .text(text, contentType: contentType ?? defaultContentType)
///   }
/// }
/// ```
/// For a value that one of the client's encoders can write, conform to `Encodable` instead.
public protocol HTTPBodyConvertible: Sendable {
  /// The media type announced for the body of a request that declares no `contentType`.
  var defaultContentType: String { get }
  /// The body.
  ///
  /// - Parameters:
  ///   - contentType: The type that the request declares; nil for ``defaultContentType``.
  ///   - coders: The encoders of the call.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  func httpBody(as contentType: String?, with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody
}

extension HTTPBody: HTTPBodyConvertible {
  /// The type that the body announces; `application/octet-stream` if it announces no type.
  public var defaultContentType: String { contentType ?? MediaType.octetStream.description }

  /// The body itself, announced as the request declares.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    contentType.map { announced(as: $0) } ?? self
  }
}

extension BodyStream: HTTPBodyConvertible {
  /// `application/octet-stream`: the bytes have no known type.
  public var defaultContentType: String { MediaType.octetStream.description }

  /// The chunks, as they are made.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    .stream(self, contentType: contentType ?? defaultContentType)
  }
}

extension Data: HTTPBodyConvertible {
  /// `application/octet-stream`: the bytes have no known type.
  public var defaultContentType: String { "application/octet-stream" }

  /// The bytes as they are.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    .data(self, contentType: contentType ?? defaultContentType)
  }
}

extension String: HTTPBodyConvertible {
  /// `text/plain; charset=utf-8`, the encoding that strings are sent in.
  public var defaultContentType: String { "text/plain; charset=utf-8" }

  /// The text in UTF-8.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    .text(self, contentType: contentType ?? defaultContentType)
  }
}

extension Dictionary: HTTPBodyConvertible where Key == String, Value == any Sendable {
  /// `application/json`, unless the request declares another type.
  public var defaultContentType: String { BodyContentType.json }

  /// The object, encoded as the request declares.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for a value that is not `Encodable`.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try coders.encode(AnyJSON(self), as: contentType ?? defaultContentType)
  }
}

extension Optional: HTTPBodyConvertible where Wrapped: HTTPBodyConvertible {
  /// The type of the body; `application/json` for nil, which is no body.
  public var defaultContentType: String { self?.defaultContentType ?? BodyContentType.json }

  /// The body of the value; no body for nil.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try self?.httpBody(as: contentType, with: coders) ?? .none
  }
}

extension Encodable {
  /// The value as a JSON object, as ``JSONObject`` bodies and tests want it.
  ///
  /// Members that are null are left out.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` with the cause, where the value cannot be encoded or is no
  ///   object.
  public func asDictionary(
    using encoder: any BodyEncoder = BodyCoders.json
  ) throws(NetworkRequestError) -> JSONObject {
    do {
      return try JSONCoding().decode([String: AnyJSON].self, from: encoder.encode(self))
        .compactMapValues(\.value)
    } catch {
      let problem = "\(Self.self) cannot be written as a JSON object"
      throw .invalidRequest(InvalidRequest(.body, problem, underlyingError: error))
    }
  }
}

/// Asks a value of unknown type whether it is an Optional that is nil, or holds one that is.
protocol NilTesting {
  var isNil: Bool { get }
}

extension Optional: NilTesting {
  var isNil: Bool {
    guard let wrapped = self else { return true }
    return (wrapped as? any NilTesting)?.isNil ?? false
  }
}
