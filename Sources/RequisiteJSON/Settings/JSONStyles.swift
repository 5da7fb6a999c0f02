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
