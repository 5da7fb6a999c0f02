/// What a client encodes bodies and queries with, and decodes responses with.
///
/// Encoders and decoders of Foundation are classes: set them up before you hand them over, and leave them alone.
public struct BodyCoders: Sendable {
  /// What encodes an `Encodable` body, the first for a media type winning: JSON, form, property list.
  public var bodies: [any BodyEncoder]
  /// What turns an `Encodable` query into names and values.
  public var query: QueryEncoder
  /// What decodes a `Decodable` response: plain JSON.
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

  /// The set that is used where none is given.
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
      throw .invalidRequest(InvalidRequest(.body, "the contentType “\(contentType)” is no media type"))
    }
    guard let encoder = bodies.first(where: { $0.mediaType.matches(type) }) else {
      let problem = "there is no encoder for the contentType “\(contentType)”"
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
