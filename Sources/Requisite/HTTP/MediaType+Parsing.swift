extension MediaType: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The type as it goes on the wire; a parameter value that is no token stands in quotes.
  public var description: String {
    var text = "\(type)/\(subtype)"
    for parameter in parameters {
      text += "; \(parameter.name)=\(HTTPQuoting.quotedIfNeeded(parameter.value))"
    }
    return text
  }

  /// Reads a media type; nil where the text is none.
  public init?(_ text: String) {
    var parts = HTTPQuoting.split(text, at: ";").makeIterator()
    guard let essence = parts.next() else { return nil }
    let names = essence.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false
    )
    .map { Substring($0) }
    guard names.count == 2, Token.isValid(names[0]), Token.isValid(names[1]) else { return nil }
    var parameters: [Parameter] = []
    while let part = parts.next() {
      guard !part.isEmpty else { continue }
      guard let parameter = Parameter(part) else { return nil }
      parameters.append(parameter)
    }
    self.init(type: String(names[0]), subtype: String(names[1]), parameters: parameters)
  }

  /// Reads a media type from a literal; one that is none becomes `application/octet-stream`.
  public init(stringLiteral text: String) {
    self = MediaType(text) ?? .octetStream
  }

  /// Whether a value begins with the one type that is accepted, and goes on with parameters at the most: the common
  /// case, told without taking either apart.
  static func isPlainly(_ value: String, _ accepted: String) -> Bool {
    var rest = value.utf8.makeIterator()
    for byte in accepted.utf8 {
      guard let other = rest.next(), ASCII.lowercased(other) == ASCII.lowercased(byte) else { return false }
    }
    return rest.next().map { $0 == UInt8(ascii: ";") || ASCII.isWhitespace($0) } ?? true
  }

  /// The types in the value of an `Accept` field, as they stand; what is none is left out.
  static func list(_ value: String) -> [MediaType] {
    HTTPQuoting.split(value, at: ",").compactMap { MediaType(String($0)) }
  }
}

extension MediaType.Parameter {
  init?(_ text: Substring) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = ASCII.trimmed(text[..<equals])
    let value = ASCII.trimmed(text[text.utf8.index(after: equals)...])
    guard Token.isValid(name), let value = HTTPQuoting.unquoted(value) else { return nil }
    self.init(name: ASCII.lowercased(String(name)), value: value)
  }
}
