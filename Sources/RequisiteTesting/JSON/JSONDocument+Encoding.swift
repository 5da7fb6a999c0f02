extension JSONDocument: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// The document as JSON, with sorted members.
  var data: Data {
    get throws {
      try JSONCoding(output: [.sortedKeys, .withoutEscapingSlashes]).encode(self)
    }
  }
}
