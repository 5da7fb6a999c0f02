/// Encodes values to JSON and decodes them, by settings for keys, dates, data and numbers.
///
/// ```swift
/// let json = JSONCoding(keys: .snakeCase, dates: .iso8601)
/// let body = try json.encode(Todo(title: "Buy milk"))
/// let todo = try json.decode(Todo.self, from: body)
/// ```
///
/// Values and errors equal those of `JSONDecoder` and `JSONEncoder` for the same text and settings: the same case of
/// `DecodingError` or `EncodingError`, with the same coding path and key. The article *JSON* of Requisite lists the differences,
/// each with a test, and *Performance* the times of both.
///
/// Coding paths name members by the key's text (`stringValue`) and elements by their index (`intValue`). Their keys are not
/// the cases of your `CodingKeys`.
public struct JSONCoding: Sendable {
  private var parts: Parts

  /// How the keys of objects are spelled. Default: as the types declare them.
  public var keys: JSONKeyStyle {
    get { parts.settings.keys }
    set { change { $0.keys = newValue } }
  }
  /// How a `Date` is written. Default: seconds since 2001, as `Date` encodes itself.
  public var dates: JSONDateStyle {
    get { parts.settings.dates }
    set { change { $0.dates = newValue } }
  }
  /// How `Data` is written. Default: a string in base64.
  public var data: JSONDataStyle {
    get { parts.settings.data }
    set { change { $0.data = newValue } }
  }
  /// How infinity and NaN, which JSON lacks, are written and read. Default: an error.
  public var nonConformingFloats: JSONFloatStyle {
    get { parts.settings.nonConformingFloats }
    set { change { $0.nonConformingFloats = newValue } }
  }
  /// Whether half of a surrogate pair in a string, such as `"\ud83d"`, is read as U+FFFD (�). Default: it is an error, because
  /// it is no character. Some servers cut texts in the middle of one; set this to read the rest of their documents.
  public var replacesHalfSurrogates: Bool {
    get { parts.settings.replacesHalfSurrogates }
    set { change { $0.replacesHalfSurrogates = newValue } }
  }
  /// The form of encoded text. Default: no white space, keys in the order of encoding, slashes escaped.
  public var output: JSONOutput {
    get { parts.settings.output }
    set { change { $0.output = newValue } }
  }
  /// Values that `init(from:)` and `encode(to:)` find in `userInfo`. Default: none.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { parts.settings.userInfo }
    set { change { $0.userInfo = newValue } }
  }

  /// Memory for decoding, which copies of these settings share.
  var documents: Pool<Document> { parts.documents }
  /// Memory for encoding, shared likewise.
  var writers: Pool<Writer> { parts.writers }

  /// Creates settings. Each parameter that is left out has the default of its property.
  public init(
    keys: JSONKeyStyle = .asDeclared, dates: JSONDateStyle = .deferredToDate, data: JSONDataStyle = .base64,
    nonConformingFloats: JSONFloatStyle = .refused, replacesHalfSurrogates: Bool = false,
    output: JSONOutput = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    let settings = Settings(
      keys: keys, dates: dates, data: data, nonConformingFloats: nonConformingFloats,
      replacesHalfSurrogates: replacesHalfSurrogates, output: output, userInfo: userInfo)
    parts = Parts(settings, documents: Pool(), writers: Pool())
  }

  private mutating func change(_ body: (inout Settings) -> Void) {
    var settings = parts.settings
    body(&settings)
    parts = Parts(settings, documents: parts.documents, writers: parts.writers)
  }

  /// Decodes the value in a JSON text.
  ///
  /// The text may be UTF-8, UTF-16 or UTF-32, with or without a byte order mark. Arrays and objects may be nested 512
  /// deep. A text of 4 GiB or more is refused.
  ///
  /// - Throws: `DecodingError`, or the error of an `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from data: Data) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes the value in a JSON text in memory, like `decode(_:from:)`. The bytes are not read after the call.
  ///
  /// - Throws: `DecodingError`, or the error of an `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from bytes: UnsafeRawBufferPointer) throws -> T {
    try withDocument(bytes) { try $0.decode(type, at: 0) }
  }

  /// Encodes a value as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError.invalidValue` for infinity and NaN, for a value that encodes nothing or encodes out of turn,
  ///   and for arrays and objects nested deeper than 511; or the error of an `encode(to:)`.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    var writer = writers.take() ?? Writer(session: EncodingSession(), capacity: 512)
    defer { writers.take(back: &writer) }
    return try writer.session.encode(value, with: writer, by: self)
  }
}

extension JSONCoding {
  private struct Settings: Sendable {
    var keys: JSONKeyStyle
    var dates: JSONDateStyle
    var data: JSONDataStyle
    var nonConformingFloats: JSONFloatStyle
    var replacesHalfSurrogates: Bool
    var output: JSONOutput
    var userInfo: [CodingUserInfoKey: any Sendable]
  }

  /// The settings and the memory, in one object: each call copies a `JSONCoding` several times.
  private final class Parts: Sendable {
    let settings: Settings
    let documents: Pool<Document>
    let writers: Pool<Writer>

    init(_ settings: Settings, documents: Pool<Document>, writers: Pool<Writer>) {
      self.settings = settings
      self.documents = documents
      self.writers = writers
    }
  }
}

/// How a `Date` is written and read.
public enum JSONDateStyle: Sendable {
  /// A number, as `Date` encodes itself: the seconds since 1 January 2001, 00:00 UTC.
  case deferredToDate
  /// A number: the seconds since 1 January 1970, 00:00 UTC.
  case secondsSince1970
  /// A number: the milliseconds since 1 January 1970, 00:00 UTC.
  case millisecondsSince1970
  /// A string of RFC 3339. Written in UTC with whole seconds, such as `2026-03-01T12:00:00Z`; read with fractions of a
  /// second and with offsets, too.
  case iso8601
  /// Two functions of yours write and read the value.
  case custom(
    decode: @Sendable (any Decoder) throws -> Date, encode: @Sendable (Date, any Encoder) throws -> Void)
}

/// How `Data` is written and read.
public enum JSONDataStyle: Sendable {
  /// A string in base64 (RFC 4648, section 4).
  case base64
  /// An array of numbers, as `Data` encodes itself.
  case deferredToData
  /// Two functions of yours write and read the value.
  case custom(
    decode: @Sendable (any Decoder) throws -> Data, encode: @Sendable (Data, any Encoder) throws -> Void)
}

/// How infinity and NaN, which JSON lacks, are written and read.
public enum JSONFloatStyle: Sendable {
  /// Encoding one throws `EncodingError.invalidValue`; a string where a number should be is a mismatch.
  case refused
  /// One string each for infinity, minus infinity and NaN.
  case strings(infinity: String, minusInfinity: String, nan: String)
}

/// The form of encoded text.
public struct JSONOutput: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates a set from the bits of its options.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Each member and element stands on a line of its own, indented by two spaces a level.
  public static let prettyPrinted = JSONOutput(rawValue: 1)
  /// The keys of each object are ordered by their UTF-8 bytes: equal values make equal texts.
  public static let sortedKeys = JSONOutput(rawValue: 2)
  /// Slashes are written as `/` instead of `\/`.
  public static let withoutEscapingSlashes = JSONOutput(rawValue: 8)
}

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
