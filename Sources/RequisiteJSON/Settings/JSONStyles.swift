import Foundation

/// How a `Date` is written.
public enum JSONDateStyle: Sendable {
  /// As `Date` encodes itself: a number, the seconds since 1 January 2001, 00:00 UTC.
  case deferredToDate
  /// A number: the seconds since 1 January 1970, 00:00 UTC.
  case secondsSince1970
  /// A number: the milliseconds since 1 January 1970, 00:00 UTC.
  case millisecondsSince1970
  /// A string such as `2026-03-01T12:00:00Z` (RFC 3339, whole seconds).
  case iso8601
  /// As two functions of yours read and write it.
  case custom(
    decode: @Sendable (any Decoder) throws -> Date, encode: @Sendable (Date, any Encoder) throws -> Void)
}

/// How `Data` is written.
public enum JSONDataStyle: Sendable {
  /// A string in base64 (RFC 4648, section 4).
  case base64
  /// As `Data` encodes itself: an array of numbers.
  case deferredToData
  /// As two functions of yours read and write it.
  case custom(
    decode: @Sendable (any Decoder) throws -> Data, encode: @Sendable (Data, any Encoder) throws -> Void)
}

/// What becomes of infinity and of values that are not a number.
public enum JSONFloatStyle: Sendable {
  /// Encoding one throws `EncodingError.invalidValue`; a string where a number should be is a mismatch.
  case refused
  /// The strings that stand for them.
  case strings(infinity: String, minusInfinity: String, nan: String)
}

/// The form of encoded text.
public struct JSONOutput: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// The set of options with this raw value.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Every member and element on a line of its own, indented by two spaces a level.
  public static let prettyPrinted = JSONOutput(rawValue: 1)
  /// The keys of each object in the order of their UTF-8 bytes: the same value makes the same text.
  public static let sortedKeys = JSONOutput(rawValue: 2)
  /// `/` rather than `\/`.
  public static let withoutEscapingSlashes = JSONOutput(rawValue: 8)
}
