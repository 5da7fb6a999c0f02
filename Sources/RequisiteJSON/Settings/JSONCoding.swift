/// Encodes values to JSON and decodes them, by settings for keys, dates, data and numbers.
///
/// ```swift
/// let json = JSONCoding(keys: .snakeCase, dates: .iso8601)
/// let body = try json.encode(Todo(title: "Buy milk"))
/// let todo = try json.decode(Todo.self, from: body)
/// ```
///
/// Values and errors equal those of `JSONDecoder` and `JSONEncoder` for the same text and settings: the same case of
/// `DecodingError` or `EncodingError`, with the same coding path and key. The time is several times less.
///
/// One difference is in paths of encoding errors: they have the keys of nested containers, which Foundation leaves out.
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
    nonConformingFloats: JSONFloatStyle = .refused, output: JSONOutput = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    let settings = Settings(
      keys: keys, dates: dates, data: data, nonConformingFloats: nonConformingFloats, output: output,
      userInfo: userInfo)
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
    var output: JSONOutput
    var userInfo: [CodingUserInfoKey: any Sendable]
  }

  /// The settings and the memory, in one object: each call copies a `JSONCoding` several times.
  private final class Parts: Sendable {
    let settings: Settings
    let documents: Pool<Document>
    let writers: Pool<Writer>

    init(_ settings: Settings, documents: Pool<Document>, writers: Pool<Writer>) {
      (self.settings, self.documents, self.writers) = (settings, documents, writers)
    }
  }
}
