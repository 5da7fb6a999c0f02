/// A type that provides its own body: the bytes, and the media type that is announced.
///
/// A ``Request`` whose `body` has such a type, or an Optional of one, needs no encoder:
///
/// ```swift
/// struct CSV: HTTPBodyConvertible {
///   var rows: [[String]]
///   var defaultContentType: String { "text/csv; charset=utf-8" }
///   func httpBody(
///     as contentType: String?, with coders: BodyCoders
///   ) throws(NetworkRequestError) -> HTTPBody {
///     let text = rows.map { $0.joined(separator: ",") }.joined(
///       separator: "\r\n")
///     return .text(text, contentType: contentType ?? defaultContentType)
///   }
/// }
/// ```
/// If one of the client's encoders can write the value, conform to `Encodable` instead.
public protocol HTTPBodyConvertible: Sendable {
  /// The media type announced for the body of a request that declares no `contentType`.
  var defaultContentType: String { get }
  /// The value as a body.
  ///
  /// - Parameters:
  ///   - contentType: The media type that the request declares; nil for ``defaultContentType``.
  ///   - coders: The encoders of the call.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the value cannot be sent; the call then ends
  ///   before anything is sent.
  func httpBody(as contentType: String?, with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody
}

extension HTTPBody: HTTPBodyConvertible {
  /// The type that the body announces; `application/octet-stream` if it announces none.
  public var defaultContentType: String { contentType ?? MediaType.octetStream.description }

  /// The body itself, announced as `contentType` if the request declares one; a value is encoded.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    guard isUnencoded else { return contentType.map { declared(as: $0) } ?? self }
    return try encoded(as: contentType, with: coders)
  }
}

extension BodyStream: HTTPBodyConvertible {
  /// `application/octet-stream`: the bytes have no known type.
  public var defaultContentType: String { MediaType.octetStream.description }

  /// The stream as a body, announced as `contentType` or as `application/octet-stream`.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    .stream(self, contentType: contentType ?? defaultContentType)
  }
}

extension Data: HTTPBodyConvertible {
  /// `application/octet-stream`: the bytes have no known type.
  public var defaultContentType: String { "application/octet-stream" }

  /// The bytes, announced as `contentType` or as `application/octet-stream`.
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

extension [String: any Encodable & Sendable]: HTTPBodyConvertible {
  /// `application/json`, unless the request declares another type.
  public var defaultContentType: String { HTTPBody.jsonType }

  /// The members, sorted by key, encoded by the encoder for the declared type.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if a value cannot be encoded, or if no encoder writes the declared
  ///   type.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try coders.encode(JSONMembers(self), as: contentType ?? defaultContentType)
  }
}

extension JSONMembers {
  /// The members of a dictionary, sorted by key, so that equal dictionaries are sent as equal bytes.
  init(_ dictionary: [String: any Encodable & Sendable]) {
    self.init(dictionary.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
  }
}

extension Optional: HTTPBodyConvertible where Wrapped: HTTPBodyConvertible {
  /// The default type of the wrapped value; `application/json` for nil, which sends no body.
  public var defaultContentType: String { self?.defaultContentType ?? HTTPBody.jsonType }

  /// The body of the wrapped value; no body for nil.
  public func httpBody(
    as contentType: String?, with coders: BodyCoders
  ) throws(NetworkRequestError) -> HTTPBody {
    try self?.httpBody(as: contentType, with: coders) ?? .none
  }
}

extension Encodable {
  /// The value as a JSON object, such as for a body or a comparison in a test. Members that are null are left out.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, with the cause, if the value cannot be encoded or is not an
  ///   object.
  public func asDictionary(
    using encoder: any BodyEncoder = BodyCoders.json
  ) throws(NetworkRequestError) -> [String: JSONValue] {
    do {
      return try JSONCoding().decode([String: JSONValue].self, from: encoder.encode(self)).filter {
        !$0.value.isNull
      }
    } catch {
      throw .invalidRequest(.body, "\(Self.self) cannot be written as a JSON object", underlyingError: error)
    }
  }
}

/// A type whose values can be nil, to test values of unknown type. An Optional that wraps nil counts as nil.
protocol NilTesting {
  var isNil: Bool { get }
}

extension Optional: NilTesting {
  var isNil: Bool {
    guard let wrapped = self else { return true }
    return (wrapped as? any NilTesting)?.isNil ?? false
  }
}

extension HTTPBody {
  /// The content type of an `Encodable` body, unless the request declares one.
  static let jsonType = "application/json"
}
