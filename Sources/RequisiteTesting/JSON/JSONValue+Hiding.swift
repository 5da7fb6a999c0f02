extension JSONValue {
  /// A copy in which the values of some members are hidden and keep their type: strings become the mark, numbers 0 and
  /// Booleans false, at any depth; `null` stays.
  ///
  /// - Parameters:
  ///   - hides: Whether the value of a member with this name is hidden.
  ///   - redact: Replaces the strings outside of hidden values.
  func hiding(
    _ hides: (String) -> Bool, redactingTexts redact: (String) -> String = { $0 }, isHidden: Bool = false
  ) -> JSONValue {
    switch self {
    case .object(let members):
      let hidden = members.map { name, value in
        (name, value.hiding(hides, redactingTexts: redact, isHidden: isHidden || hides(name)))
      }
      return .object(Object(hidden))
    case .array(let elements):
      return .array(elements.map { $0.hiding(hides, redactingTexts: redact, isHidden: isHidden) })
    case .string(let text): return .string(isHidden ? Redaction.mark : redact(text))
    case .number where isHidden: return 0
    case .bool where isHidden: return false
    default: return self
    }
  }
}

extension JSONValue {
  /// The value that a coder, such as a test's own, encodes `value` to.
  init(encoding value: some Encodable, by encoder: any BodyEncoder) throws {
    // Encodes an array of one, because some coders refuse a document that is a bare string or number.
    self = try JSONValue(json: encoder.encode([value]))[0] ?? .null
  }

  /// The value as JSON, with sorted members.
  var sortedText: Data {
    get throws { try JSONCoding(output: [.sortedKeys, .withoutEscapingSlashes]).encode(self) }
  }
}
