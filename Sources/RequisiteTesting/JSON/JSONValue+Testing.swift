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

extension JSONValue {
  /// Describes the first difference of `other` from this document; nil if the two are equal.
  func difference(
    to other: JSONValue, at path: String = "", hiding hides: (String) -> Bool = { _ in false }
  ) -> String? {
    switch (self, other) {
    case (.object(let wanted), .object(let found)): Self.difference(wanted, found, path, hides)
    case (.array(let wanted), .array(let found)): Self.difference(wanted, found, path, hides)
    default:
      self == other
        ? nil
        : "\(Self.location(path)) is \(other.hiding(hides).quotedDescription), not \(self.hiding(hides).quotedDescription)"
    }
  }

  private static func difference(
    _ wanted: JSONValue.Object, _ found: JSONValue.Object, _ path: String,
    _ hides: (String) -> Bool
  ) -> String? {
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
      let location = path.isEmpty ? name : "\(path).\(name)"
      guard let other = found[name] else { return "\(Self.location(location)) is missing" }
      guard value == other || !hides(name) else {
        return "\(Self.location(location)) has another (secret) value"
      }
      if let difference = value.difference(to: other, at: location, hiding: hides) { return difference }
    }
    guard let name = found.keys.sorted().first(where: { wanted[$0] == nil }) else { return nil }
    return "\(Self.location(path.isEmpty ? name : "\(path).\(name)")) is one member too many"
  }

  private static func difference(
    _ wanted: [JSONValue], _ found: [JSONValue], _ path: String, _ hides: (String) -> Bool
  ) -> String? {
    for (index, (value, other)) in zip(wanted, found).enumerated() {
      let location = path.isEmpty ? "\(index)" : "\(path).\(index)"
      if let difference = value.difference(to: other, at: location, hiding: hides) { return difference }
    }
    guard wanted.count != found.count else { return nil }
    return "\(location(path)) has \(found.count) elements, not \(wanted.count)"
  }

  private static func location(_ path: String) -> String {
    path.isEmpty ? "the document" : "“\(path)”"
  }
}

extension JSONValue {
  /// The value for a sentence about a difference.
  fileprivate var quotedDescription: String {
    if case .string(let text) = self { "“\(text)”" } else { description }
  }
}
