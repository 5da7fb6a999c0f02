/// A JSON value whose Swift type is known only at run time, as something that can be encoded.
///
/// Connects `[String: any Sendable]`, whose values have lost their static types, to encoders, which need them.
struct AnyJSON: Sendable {
  let value: (any Sendable)?

  init(_ value: (any Sendable)?) {
    self.value = value
  }
}

extension AnyJSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch value {
    case nil: try encodeNull(to: encoder)
    case let optional as any NilTesting where optional.isNil: try encodeNull(to: encoder)
    case let object as [String: any Sendable]: try encode(object.mapValues(AnyJSON.init), to: encoder)
    case let array as [any Sendable]: try encode(array.map(AnyJSON.init), to: encoder)
    case let value as any Encodable: try encode(value, to: encoder)
    case let value?:
      let context = EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "the value is not Encodable")
      throw EncodingError.invalidValue(value, context)
    }
  }

  // In a single value container, so that the encoder sees a dictionary as such and leaves its keys alone.
  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  private func encodeNull(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension AnyJSON {
  /// Reads a text that is a JSON object. Throws a `DecodingError` if it is not.
  static func object(from text: Data) throws -> JSONObject {
    guard case .object(let members) = try JSONElement(text).content() else {
      let context = DecodingError.Context(codingPath: [], debugDescription: "The value is not an object.")
      throw DecodingError.typeMismatch(JSONObject.self, context)
    }
    return try object(members)
  }

  /// The value of an element. A number becomes an `Int`, a `UInt64` or a `Double`: the first of them that can represent it.
  private static func value(of element: JSONElement) throws -> (any Sendable)? {
    switch try element.content() {
    case .null: nil
    case .bool(let bool): bool
    case .number: try number(element)
    case .string(let text): text
    case .array(let elements): try elements.map { try value(of: $0) }
    case .object(let members): try object(members)
    }
  }

  private static func number(_ element: JSONElement) throws -> any Sendable {
    do { return try element.decoded(as: Int.self) } catch {}
    do { return try element.decoded(as: UInt64.self) } catch {}
    return try element.decoded(as: Double.self)
  }

  /// The members except those that are null. If a key is repeated, its first value counts.
  private static func object(_ members: [(key: String, value: JSONElement)]) throws -> JSONObject {
    let values = try members.map { ($0.key, try value(of: $0.value)) }
    return Dictionary(values) { first, _ in first }.compactMapValues { $0 }
  }
}
