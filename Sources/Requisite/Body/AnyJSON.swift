/// A JSON value whose Swift type is known only at run time, as something that can be encoded and decoded.
///
/// Connects `[String: any Sendable]`, whose values have lost their static types, to encoders and decoders, which need them.
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

extension AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {
    if let element = JSONElement(decoder) {
      value = try Self.value(of: element)
      return
    }
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try Self.scalar(in: container) ?? Self.composite(in: container)
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> (any Sendable)? {
    if let value = container.attempt(Bool.self) { return value }
    if let value = container.attempt(Int.self) { return value }
    if let value = container.attempt(UInt64.self) { return value }
    if let value = container.attempt(Double.self) { return value }
    return container.attempt(String.self)
  }

  private static func composite(in container: any SingleValueDecodingContainer) throws -> any Sendable {
    if let array = container.attempt([AnyJSON].self) { return array.map(\.value) }
    return try container.decode([String: AnyJSON].self).compactMapValues(\.value)
  }
}

extension AnyJSON {
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
  private static func object(_ members: [(key: String, value: JSONElement)]) throws -> [String: any Sendable]
  {
    let values = try members.map { ($0.key, try value(of: $0.value)) }
    return Dictionary(values) { first, _ in first }.compactMapValues { $0 }
  }
}

extension SingleValueDecodingContainer {
  /// The value decoded as `type`, or nil if it has another type. Only an attempt to decode shows which type it has.
  fileprivate func attempt<Value: Decodable>(_ type: Value.Type) -> Value? {
    do { return try decode(type) } catch { return nil }
  }
}
