/// A value in a query or a form: text, a number, a Boolean, a date, or several of these under one name.
///
/// To conform, a type of your own provides its texts; an enum with raw values needs no code. ``QueryParams``,
/// ``FormFields``, ``QueryEncoder`` and ``FormEncoder`` all write these texts.
public protocol QueryValue: Sendable {
  /// The texts to write under the name: no text for nil, several for an array.
  ///
  /// An error thrown here fails the call with ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  var queryTexts: [String] { get throws }
}

extension QueryValue where Self: CustomStringConvertible {
  /// The value as one text: its description; for the library's own types, the default style of ``QueryEncoder``.
  ///
  /// - Throws: An `EncodingError` for a number that is not finite.
  public var queryTexts: [String] {
    get throws { [try QueryText.text(of: self) ?? description] }
  }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
  /// The texts of the raw value.
  public var queryTexts: [String] {
    get throws { try rawValue.queryTexts }
  }
}

extension QueryValue where Self: RawRepresentable & CustomStringConvertible, RawValue: QueryValue {
  /// The texts of the raw value, not the description.
  public var queryTexts: [String] {
    get throws { try rawValue.queryTexts }
  }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}
extension Decimal: QueryValue {}
extension UUID: QueryValue {}
extension URL: QueryValue {}
/// A date is written in ISO 8601, such as `2026-11-21T08:30:00Z`; a ``QueryEncoder`` has other styles.
extension Date: QueryValue {}
/// Data is written in base 64.
extension Data: QueryValue {}

extension Optional: QueryValue where Wrapped: QueryValue {
  /// The texts of the wrapped value; empty for nil.
  public var queryTexts: [String] {
    get throws { try self?.queryTexts ?? [] }
  }
}

extension Array: QueryValue where Element: QueryValue {
  /// The texts of all elements, in order.
  public var queryTexts: [String] {
    get throws { try flatMap { try $0.queryTexts } }
  }
}

/// The rule by which a single value becomes text in a query or a form, for pairs written by hand and by a
/// ``QueryEncoder``.
enum QueryText {
  /// The text of a value in the default styles; nil for a type that is not a ``SingleQueryValue``.
  ///
  /// - Throws: An `EncodingError` for a value without a text form, such as a number that is not finite.
  static func text(of value: some QueryValue) throws -> String? {
    guard let single = value as? any SingleQueryValue else { return nil }
    guard let text = try single.queryText(by: QueryEncoder()) else { throw error(value, at: []) }
    return text
  }

  static func error(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    let context = EncodingError.Context(
      codingPath: path, debugDescription: "a query cannot represent this value")
    return .invalidValue(value, context)
  }
}

/// A value that is written as one text, in the style of an encoder.
protocol SingleQueryValue: QueryValue {
  /// The text in the styles of `style`; nil for a value without a text form, such as a number that is not finite.
  func queryText(by style: QueryEncoder) throws -> String?
}

/// A value of any number of texts, such as an array: a ``QueryEncoder`` writes the elements one by one.
protocol SeveralQueryValues {}

extension Optional: SeveralQueryValues where Wrapped: QueryValue {}
extension Array: SeveralQueryValues where Element: QueryValue {}

extension SingleQueryValue where Self: CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { description }
}

extension SingleQueryValue where Self: BinaryFloatingPoint & CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { isFinite ? description : nil }
}

extension String: SingleQueryValue {}
extension Substring: SingleQueryValue {}
extension Int: SingleQueryValue {}
extension Int8: SingleQueryValue {}
extension Int16: SingleQueryValue {}
extension Int32: SingleQueryValue {}
extension Int64: SingleQueryValue {}
extension UInt: SingleQueryValue {}
extension UInt8: SingleQueryValue {}
extension UInt16: SingleQueryValue {}
extension UInt32: SingleQueryValue {}
extension UInt64: SingleQueryValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: SingleQueryValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: SingleQueryValue {}
extension Double: SingleQueryValue {}
extension Float: SingleQueryValue {}

extension Decimal: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { isNaN ? nil : description }
}

extension Bool: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? {
    switch style.booleans {
    case .words: self ? "true" : "false"
    case .numbers: self ? "1" : "0"
    }
  }
}

extension Date: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { try style.dates.text(of: self) }
}

extension Data: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { base64EncodedString() }
}

extension URL: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { absoluteString }
}

extension UUID: SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { uuidString }
}
