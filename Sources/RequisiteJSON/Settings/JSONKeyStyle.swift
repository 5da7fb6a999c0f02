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

  static func camelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" })
    else {
      return key
    }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    let camel = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return key[..<first] + camel + key[key.index(after: last)...]
  }

  /// Splits a key between a lower-case and an upper-case letter, and before the last of several capitals: `myURLPath` is
  /// `my_url_path`.
  static func snakeCase(_ key: String) -> String {
    let scalars = Array(key.unicodeScalars)
    var words: [Range<Int>] = []
    var wordStart = 0
    var search = 1
    while let upper = scalars.indices.dropFirst(search).first(where: { scalars[$0].isCapital }) {
      words.append(wordStart..<upper)
      guard let lower = scalars.indices.dropFirst(upper).first(where: { scalars[$0].isSmall }) else {
        wordStart = upper
        break
      }
      wordStart = max(upper, lower - 1)
      if wordStart > upper { words.append(upper..<wordStart) }
      search = lower + 1
    }
    words.append(wordStart..<scalars.count)
    return words.map { word in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[word])
      return String(text).lowercased()
    }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool {
    properties.generalCategory == .uppercaseLetter || properties.generalCategory == .titlecaseLetter
  }

  fileprivate var isSmall: Bool { properties.generalCategory == .lowercaseLetter }
}
