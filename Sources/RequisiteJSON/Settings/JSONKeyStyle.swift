/// How the keys of objects are spelled. The keys of a `[String: …]` dictionary are never converted.
public enum JSONKeyStyle: Sendable {
  /// The keys in JSON are those that the types declare.
  case asDeclared
  /// `created_at` in JSON is `createdAt` in the type. Underscores at either end are kept. In a key of several words the
  /// first is in lower case and the others are capitalized, so `avatar_url` is `avatarUrl`, not `avatarURL`.
  case snakeCase
  /// Two functions of yours convert keys. Each receives the whole coding path, whose last key is the one to convert.
  case custom(
    decode: @Sendable ([any CodingKey]) -> any CodingKey, encode: @Sendable ([any CodingKey]) -> any CodingKey
  )

  var isAsDeclared: Bool {
    if case .asDeclared = self { true } else { false }
  }

  /// Converts a key in JSON to the key that a type declares.
  ///
  /// - Parameter known: the keys converted before; each is converted once a document.
  func decoded(_ name: String, at path: () -> [any CodingKey], known: inout [String: String]) -> String {
    switch self {
    case .asDeclared: return name
    case .custom(let decode, _): return decode(path() + [JSONKey(name)]).stringValue
    case .snakeCase:
      if let converted = known[name] { return converted }
      let converted = Self.camelCase(name)
      known[name] = converted
      return converted
    }
  }

  /// Converts a key that a type declares to the key in JSON.
  func encoded(_ key: some CodingKey, at path: () -> [any CodingKey], known: inout [String: String]) -> String
  {
    switch self {
    case .asDeclared: return key.stringValue
    case .custom(_, let encode): return encode(path() + [key]).stringValue
    case .snakeCase:
      let name = key.stringValue
      if let converted = known[name] { return converted }
      let converted = Self.snakeCase(name)
      known[name] = converted
      return converted
    }
  }

  /// The key that a type declares for a key in JSON in snake case; any other key unchanged.
  package static func camelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" })
    else {
      return key
    }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    let camel = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return String(key[..<first]) + camel + key[key.index(after: last)...]
  }

  /// Splits a key between a lower-case and an upper-case letter, and before the last of several capitals: `myURLPath` is
  /// `my_url_path`. A letter keeps the marks that combine with it.
  package static func snakeCase(_ key: String) -> String {
    guard var search = key.indices.dropFirst().first else { return key.lowercased() }
    var words: [Substring] = []
    var start = key.startIndex
    while let upper = key.unicodeScalars[search...].firstIndex(where: \.isCapital) {
      words.append(key[start..<upper])
      start = upper
      guard let lower = key.unicodeScalars[upper...].firstIndex(where: \.isSmall) else { break }
      start = max(upper, key.index(before: lower))
      if start > upper { words.append(key[upper..<start]) }
      search = key.unicodeScalars.index(after: lower)
    }
    words.append(key[start...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool {
    properties.generalCategory == .uppercaseLetter || properties.generalCategory == .titlecaseLetter
  }

  fileprivate var isSmall: Bool { properties.generalCategory == .lowercaseLetter }
}
