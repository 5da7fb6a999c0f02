extension JSONValue: Codable {
  /// Reads a value of any kind. ``JSONCoding`` keeps the order of members and the digits of numbers; other decoders do not
  /// reveal them.
  public init(from decoder: any Decoder) throws {
    if let element = JSONElement(decoder) {
      self = try JSONValue(element)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.attempt(Bool.self, in: container) {
      self = .bool(value)
    } else if let value = Self.attempt(Int.self, in: container) {
      self = .int(value)
    } else if let value = Self.attempt(UInt64.self, in: container) {
      self = .int(value)
    } else if let value = Self.attempt(Double.self, in: container) {
      self = .double(value)
    } else if let value = Self.attempt(String.self, in: container) {
      self = .string(value)
    } else if let value = Self.attempt([JSONValue].self, in: container) {
      self = .array(value)
    } else {
      self = .object(Object(try container.decode([String: JSONValue].self).map { ($0.key, $0.value) }))
    }
  }

  /// Returns nil if the value is of another type. A decoder offers no other way to ask for the type.
  private static func attempt<Value: Decodable>(
    _ type: Value.Type, in container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }
  }

  /// Writes the value. ``JSONCoding`` keeps the order of members and the digits of numbers.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that is infinite or not a number.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueEncoder {
      return try encoder.writer.scalar(in: encoder.frame) { try encoder.writer.write(self) }
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members.dictionary)
    case .number(let number): try number.encode(to: &container)
    }
  }
}

extension JSONValue.Number {
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let value = Int(text) { return try container.encode(value) }
    if let value = UInt64(text) { return try container.encode(value) }
    guard isFinite, text.utf8.count > 17 else { return try container.encode(double) }
    try container.encode(decimal)
  }
}

extension Writer {
  /// Writes the text of a value, in which objects need no check for repeated keys.
  fileprivate func write(_ value: JSONValue, within outer: Int = 0) throws {
    guard depth + outer < Scanner.deepest else {
      throw invalid(value, "Arrays and objects are nested deeper than 511.")
    }
    switch value {
    case .null: output.append("null")
    case .bool(let flag): write(flag)
    case .string(let text): write(text)
    case .number(let number):
      guard number.isFinite else { throw invalid(value, "JSON cannot represent the number \(number).") }
      output.append(ascii: number.text)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try write(element, within: outer + 1)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(member.key)
        output.append(UInt8(ascii: ":"))
        try write(member.value, within: outer + 1)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private func invalid(_ value: Any, _ problem: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: path(adding: nil), debugDescription: problem))
  }
}
