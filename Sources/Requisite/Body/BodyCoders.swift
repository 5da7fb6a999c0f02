/// The encoders of bodies and queries and the decoder of responses that a client uses.
///
/// Foundation's encoders and decoders are classes: configure them before you pass them in, and do not
/// change them afterwards.
public struct BodyCoders: Sendable {
  /// The encoders of `Encodable` bodies, of which the first with a matching media type is used; JSON, form and
  /// property list by default.
  public var bodies: [any BodyEncoder]
  /// The encoder that turns an `Encodable` query into names and values.
  public var query: QueryEncoder
  /// The decoder of `Decodable` responses: plain JSON by default.
  public var response: any ResponseDecoder

  /// Creates a set of coders, in which `body` comes before the standard encoders and so wins for its media type.
  public init(
    body: any BodyEncoder = BodyCoders.json, query: QueryEncoder = QueryEncoder(),
    response: any ResponseDecoder = JSONCoding()
  ) {
    bodies = [body] + Self.standardBodies
    self.query = query
    self.response = response
  }

  /// Creates coders that read and write JSON with the given settings, with the standard encoders for
  /// forms and property lists.
  ///
  /// - Parameter json: The settings that encode bodies and decode responses. Bodies leave slashes unescaped,
  ///   whatever the settings.
  public init(json: JSONCoding, query: QueryEncoder = QueryEncoder()) {
    var body = json
    body.output.insert(.withoutEscapingSlashes)
    self.init(body: body, query: query, response: json)
  }

  /// The default JSON encoder, which leaves slashes unescaped.
  public static let json = JSONCoding(output: .withoutEscapingSlashes)

  /// The default coders: JSON without escaped slashes, forms and property lists.
  public static let standard = BodyCoders()

  private static let standardBodies: [any BodyEncoder] = [json, FormEncoder(), PropertyListEncoder()]
}

extension BodyCoders {
  /// Encodes `value` with the first encoder that writes `contentType`.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if `contentType` is not a media type, no encoder writes it,
  ///   or the encoder throws.
  public func encode<Value: Encodable>(
    _ value: Value, as contentType: String
  ) throws(NetworkRequestError) -> HTTPBody {
    let encoder = try bodyEncoder(for: contentType)
    do {
      let data = try encoder.encode(value)
      return HTTPBody(content: .data(data), contentType: contentType, isEncoded: true)
    } catch {
      throw .invalidRequest(.body, "the body cannot be encoded as \(contentType)", underlyingError: error)
    }
  }

  private func bodyEncoder(for contentType: String) throws(NetworkRequestError) -> any BodyEncoder {
    if contentType == "application/json", let first = bodies.first, first.mediaType == .json { return first }
    guard let type = MediaType(contentType) else {
      throw .invalidRequest(
        .body, "the contentType “\(contentType)” is not a media type, such as application/json")
    }
    guard let encoder = bodies.first(where: { $0.mediaType.matches(type) }) else {
      throw .invalidRequest(
        .body, "there is no encoder for the contentType “\(contentType)”: add one to the client's BodyCoders")
    }
    return encoder
  }
}

extension BodyCoders {
  /// A copy of the coders with the response decoder replaced.
  func decoding(with decoder: any ResponseDecoder) -> BodyCoders {
    copy(self) { $0.response = decoder }
  }
}

/// An encoder that turns an `Encodable` value into the bytes of a body.
///
/// `JSONCoding`, `JSONEncoder`, `PropertyListEncoder` and ``FormEncoder`` conform, and so can your own types. A client uses
/// the first encoder whose media type matches the request's `contentType`, so the announced type is always the encoded one.
public protocol BodyEncoder: Sendable {
  /// The media type that the encoder writes, such as `application/json`.
  var mediaType: MediaType { get }
  /// Encodes the value.
  ///
  /// An error that it throws becomes the cause of a ``NetworkRequestError/invalidRequest(_:)``.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONCoding: BodyEncoder {
  /// `application/json`, whatever the settings.
  public var mediaType: MediaType { .json }
}

extension JSONEncoder: BodyEncoder {
  /// `application/json`, whatever the encoder's settings.
  public var mediaType: MediaType { .json }
}

extension PropertyListEncoder: BodyEncoder {
  /// `application/x-plist`, for all formats of property lists.
  public var mediaType: MediaType { .propertyList }
}
