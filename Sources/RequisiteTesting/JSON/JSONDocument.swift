/// A JSON document as a value for comparison: the order of members and the notation of numbers do not count.
enum JSONDocument: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  case string(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  init(_ data: Data) throws {
    self = try JSONCoding().decode(JSONDocument.self, from: data)
  }

  private init(_ element: JSONElement) throws {
    switch try element.content() {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number: self = .number(try element.decoded(as: Decimal.self))
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(try elements.map { try JSONDocument($0) })
    case .object(let members):
      let values = try members.map { ($0.key, try JSONDocument($0.value)) }
      self = .object(Dictionary(values) { first, _ in first })
    }
  }

  init(encoding value: some Encodable, with encoder: any BodyEncoder) throws {
    // Encodes an array of one, because some coders refuse a document that is a bare string or number.
    let data = try encoder.encode([value])
    let wrapped = try JSONCoding().decode([JSONDocument].self, from: data)
    self = wrapped.first ?? .null
  }
}

extension JSONDocument: Decodable {
  init(from decoder: any Decoder) throws {
    if let element = JSONElement(decoder) {
      self = try JSONDocument(element)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.attempt(Bool.self, in: container) {
      self = .bool(value)
    } else if let value = Self.attempt(Decimal.self, in: container) {
      self = .number(value)
    } else if let value = Self.attempt(String.self, in: container) {
      self = .string(value)
    } else if let value = Self.attempt([JSONDocument].self, in: container) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONDocument].self))
    }
  }

  /// Returns nil if the value is of another type. A decoder offers no other way to ask for the type.
  private static func attempt<Value: Decodable>(
    _ type: Value.Type, in container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }
  }
}

extension JSONDocument: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "“\(value)”"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }
  }
}
