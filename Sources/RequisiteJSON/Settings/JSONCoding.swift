import Foundation

/// How values become JSON and JSON becomes values: the settings, and the two verbs.
///
/// ```swift
/// let json = JSONCoding(keys: .snakeCase, dates: .iso8601)
/// let body = try json.encode(Todo(title: "Buy milk"))
/// let todo = try json.decode(Todo.self, from: body)
/// ```
///
/// The values are those that `JSONDecoder` and `JSONEncoder` make of the same text and the same settings, and so are
/// the errors: the same case of `DecodingError` or `EncodingError`, with the same coding path and key. The time is
/// several times less.
///
/// Keys in coding paths are told by their text (`stringValue`), and elements of arrays by their index; the keys of a
/// path are not the cases of your `CodingKeys`.
public struct JSONCoding: Sendable {
  /// How the keys of objects are spelled. Default: as the types declare them.
  public var keys: JSONKeyStyle
  /// How a `Date` is written. Default: seconds since 2001, as `Date` encodes itself.
  public var dates: JSONDateStyle
  /// How `Data` is written. Default: a string in base64.
  public var data: JSONDataStyle
  /// What becomes of infinity and of values that are not a number, which JSON lacks. Default: an error.
  public var nonConformingFloats: JSONFloatStyle
  /// The form of the text that `encode` makes. Default: no white space, keys in the order of encoding, slashes escaped.
  public var output: JSONOutput
  /// Values that `init(from:)` and `encode(to:)` find in `userInfo`. Default: none.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// The settings given, and the defaults for the others.
  public init(
    keys: JSONKeyStyle = .asDeclared, dates: JSONDateStyle = .deferredToDate, data: JSONDataStyle = .base64,
    nonConformingFloats: JSONFloatStyle = .refused, output: JSONOutput = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.keys = keys
    self.dates = dates
    self.data = data
    self.nonConformingFloats = nonConformingFloats
    self.output = output
    self.userInfo = userInfo
  }

  /// The value in a JSON text.
  ///
  /// The text may be UTF-8, UTF-16 or UTF-32, with or without a byte order mark. Arrays and objects may be nested 512
  /// deep. A text of 4 GiB or more is refused.
  ///
  /// - Throws: `DecodingError`, or what an `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from data: Data) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// The value in a JSON text in memory. See `decode(_:from:)`; the bytes are read during the call only.
  ///
  /// - Throws: `DecodingError`, or what an `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from bytes: UnsafeRawBufferPointer) throws -> T {
    try withDocument(bytes) { try $0.decode(type, at: 0) }
  }

  /// The JSON text of a value, in UTF-8.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that JSON lacks, for a value that encodes nothing or that goes
  ///   on encoding where it may not, and for arrays and objects nested deeper than 511; or what an `encode(to:)` throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    try EncodingSession(coding: self).encode(value)
  }
}
