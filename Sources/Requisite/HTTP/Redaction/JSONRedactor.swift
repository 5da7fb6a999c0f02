/// Redacts secrets in a complete JSON text, by the names of its members at any depth.
///
/// The text is parsed as its recipient would, so escapes in names, the order of members and the ends of values cannot
/// mislead the redactor. ``TextRedactor`` searches the strings that have escapes without them, and then the whole; it also
/// handles JSON that is truncated or malformed.
/// The work is linear in the size of the text.
struct JSONRedactor {
  /// The greatest size that is parsed, in bytes: 16 MiB. Longer texts, and texts nested too deeply for ``JSONElement``, are
  /// searched as plain text only.
  private static let longest = 16 << 20

  /// The greatest number of names and values in a list that are taken for pairs.
  private static let longestList = 512

  private let names: JudgedNames
  private let depth: Int
  /// What is left out, in order, and what takes its place: the mark, or a string without its secrets.
  private var hidden: [(range: Range<Int>, replacement: Data)] = []

  /// The text with secret values replaced by the mark. Returns nil if the text is not JSON or has no secret.
  static func redacted(_ text: String, by names: JudgedNames, depth: Int = 0) -> String? {
    guard text.utf8.count <= longest, let start = text.utf8.first(where: { !isBeforeJSON($0) }),
      start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    else { return nil }
    let bytes = Array(text.utf8)
    let first = bytes.prefix(while: isBeforeJSON).count
    var redactor = JSONRedactor(names: names, depth: depth)
    do {
      try bytes[first...].withUnsafeBufferPointer { try redactor.search(JSONElement($0, isStrict: false)) }
    } catch {
      return nil
    }
    return redactor.result(bytes, from: first)
  }

  /// True for white space and for the bytes of a UTF-8 byte order mark.
  private static func isBeforeJSON(_ byte: UInt8) -> Bool {
    TextValue.isSpace(byte) || byte == 0xef || byte == 0xbb || byte == 0xbf
  }

  private mutating func search(_ element: JSONElement) throws {
    switch try element.content() {
    case .array(let elements):
      let places = try placesOfSecrets(elements)
      for (place, element) in elements.enumerated() {
        if places.contains(place) { hide(element) } else { try search(element) }
      }
    case .object(let members): try search(members)
    case .string(let text):
      // Without escapes the bytes are those of the text, and are searched later.
      guard text.utf8.count + 2 < element.range.count, depth < TextRedactor.deepest,
        let redacted = TextRedactor.redacted(text, by: names, depth: depth + 1)
      else { return }
      hidden.append((element.range, try Self.strings.encode(redacted)))
    default: break
    }
  }

  private static let strings = JSONCoding(output: .withoutEscapingSlashes)

  private mutating func hide(_ element: JSONElement) {
    hidden.append((element.range, Data("\"\(Redaction.mark)\"".utf8)))
  }

  /// The places of secret values in a list of names and values in turn, `["Host", "…", "X-Api-Key", "…"]`, as some
  /// programs write header fields. A list of more than two has strings only.
  private func placesOfSecrets(_ elements: [JSONElement]) throws -> Set<Int> {
    guard elements.count.isMultiple(of: 2), elements.count <= Self.longestList else { return [] }
    var places: Set<Int> = []
    for (place, element) in elements.enumerated() where place.isMultiple(of: 2) || elements.count > 2 {
      guard case .string(let text) = try element.content() else { return [] }
      if place.isMultiple(of: 2), judgement(of: text).isSecret { places.insert(place + 1) }
    }
    return places
  }

  private mutating func search(_ members: [(key: String, value: JSONElement)]) throws {
    let hasNamedSecret = try members.contains { try namesSecret($0.key, $0.value) }
    for (key, value) in members {
      let judgement = judgement(of: key)
      if judgement.isSecret || hasNamedSecret && judgement.isWordForValue {
        hide(value)
      } else {
        try search(value)
      }
    }
  }

  /// True if a member names the secret that another member contains: `{"name": "password", "value": …}`, in either order.
  private func namesSecret(_ key: String, _ value: JSONElement) throws -> Bool {
    guard judgement(of: key).isWordForName, case .string(let name) = try value.content() else { return false }
    return judgement(of: name).isSecret
  }

  private func judgement(of name: String) -> JudgedNames.Judgement {
    names[name]
  }

  /// - Parameter start: The offset in `bytes` that the hidden ranges are relative to.
  private func result(_ bytes: [UInt8], from start: Int) -> String? {
    guard !hidden.isEmpty else { return nil }
    var output: [UInt8] = []
    var copied = 0
    for (range, replacement) in hidden {
      output += bytes[copied..<start + range.lowerBound]
      output += replacement
      copied = start + range.upperBound
    }
    output += bytes[copied...]
    return String(decoding: output, as: UTF8.self)
  }
}
