/// The encoders of bodies and queries and the decoder of responses that a client uses.
///
/// Encoders and decoders of Foundation are classes: set them up before you hand them over, and leave them alone.
public struct BodyCoders: Sendable {
  /// The encoders of `Encodable` bodies: JSON, form, property list. The first one for a media type is used.
  public var bodies: [any BodyEncoder]
  /// The encoder that turns an `Encodable` query into names and values.
  public var query: QueryEncoder
  /// The decoder of `Decodable` responses: plain JSON by default.
  public var response: any ResponseDecoder

  /// Makes a set of coders. `body` comes before the standard ones, whatever it makes.
  public init(
    body: any BodyEncoder = BodyCoders.json, query: QueryEncoder = QueryEncoder(),
    response: any ResponseDecoder = JSONCoding()
  ) {
    bodies = [body] + Self.standardBodies
    self.query = query
    self.response = response
  }

  /// Coders for JSON of one kind, with the standard ones for forms and property lists.
  ///
  /// - Parameter json: The settings by which bodies are encoded and responses are decoded. Slashes are left as they are.
  public init(json: JSONCoding, query: QueryEncoder = QueryEncoder()) {
    var body = json
    body.output.insert(.withoutEscapingSlashes)
    self.init(body: body, query: query, response: json)
  }

  /// JSON that leaves slashes as they are.
  public static let json = JSONCoding(output: .withoutEscapingSlashes)

  /// The default coders: JSON without escaped slashes, forms and property lists.
  public static let standard = BodyCoders()

  private static let standardBodies: [any BodyEncoder] = [json, FormEncoder(), PropertyListEncoder()]
}

extension BodyCoders {
  /// Encodes `value` as `contentType` says.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where there is no encoder for that type, or it refuses.
  public func encode<Value: Encodable>(
    _ value: Value, as contentType: String
  ) throws(NetworkRequestError) -> HTTPBody {
    let encoder = try bodyEncoder(for: contentType)
    do {
      let data = try encoder.encode(value)
      return HTTPBody(content: .data(data), contentType: contentType, isEncoded: true)
    } catch {
      let problem = "the body cannot be encoded as \(contentType)"
      throw .invalidRequest(InvalidRequest(.body, problem, underlyingError: error))
    }
  }

  private func bodyEncoder(for contentType: String) throws(NetworkRequestError) -> any BodyEncoder {
    if contentType == "application/json", let first = bodies.first, first.mediaType == .json { return first }
    guard let type = MediaType(contentType) else {
      let problem =
        "the contentType “\(contentType)” is not a media type, such as application/json"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    guard let encoder = bodies.first(where: { $0.mediaType.matches(type) }) else {
      let problem =
        "there is no encoder for the contentType “\(contentType)”: add one to the client's BodyCoders"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    return encoder
  }
}

extension BodyCoders {
  /// These coders with another decoder for responses.
  func decoding(with decoder: any ResponseDecoder) -> BodyCoders {
    var coders = self
    coders.response = decoder
    return coders
  }
}

/// An encoder that turns an `Encodable` value into the bytes of a body.
///
/// `JSONCoding`, `JSONEncoder`, `PropertyListEncoder` and ``FormEncoder`` conform; so can any other. A client picks the one whose
/// media type the request's `contentType` names, so that the type announced is always the one encoded.
public protocol BodyEncoder: Sendable {
  /// The media type of its output, such as `application/json`.
  var mediaType: MediaType { get }
  /// Encodes the value. What it throws becomes the cause of a ``NetworkRequestError/invalidRequest(_:)``.
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
