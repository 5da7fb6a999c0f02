extension JSONDocument {
  /// A copy in which the values of some members are hidden and keep their type: strings become the mark, numbers 0 and
  /// Booleans false, at any depth; `null` stays.
  ///
  /// - Parameters:
  ///   - hides: Whether the value of a member with this name is hidden.
  ///   - redact: Replaces the strings outside of hidden values.
  func hiding(
    _ hides: (String) -> Bool, redactingTexts redact: (String) -> String = { $0 }, isHidden: Bool = false
  ) -> JSONDocument {
    switch self {
    case .object(let members):
      let hidden = members.map { name, value in
        (name, value.hiding(hides, redactingTexts: redact, isHidden: isHidden || hides(name)))
      }
      return .object(Dictionary(uniqueKeysWithValues: hidden))
    case .array(let elements):
      return .array(elements.map { $0.hiding(hides, redactingTexts: redact, isHidden: isHidden) })
    case .string(let text): return .string(isHidden ? Redaction.mark : redact(text))
    case .number where isHidden: return .number(0)
    case .bool where isHidden: return .bool(false)
    default: return self
    }
  }
}
