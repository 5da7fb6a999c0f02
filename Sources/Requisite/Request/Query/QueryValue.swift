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
    get throws {
      guard let single = self as? any SingleQueryValue else { return [description] }
      guard let text = try single.queryText(by: QueryEncoder()) else {
        throw EncodingError.ofQuery(self, at: [])
      }
      return [text]
    }
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

extension String: QueryValue, SingleQueryValue {}
extension Substring: QueryValue, SingleQueryValue {}
extension Int: QueryValue, SingleQueryValue {}
extension Int8: QueryValue, SingleQueryValue {}
extension Int16: QueryValue, SingleQueryValue {}
extension Int32: QueryValue, SingleQueryValue {}
extension Int64: QueryValue, SingleQueryValue {}
extension UInt: QueryValue, SingleQueryValue {}
extension UInt8: QueryValue, SingleQueryValue {}
extension UInt16: QueryValue, SingleQueryValue {}
extension UInt32: QueryValue, SingleQueryValue {}
extension UInt64: QueryValue, SingleQueryValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: QueryValue, SingleQueryValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: QueryValue, SingleQueryValue {}
extension Double: QueryValue, SingleQueryValue {}
extension Float: QueryValue, SingleQueryValue {}

extension Optional: QueryValue, SeveralQueryValues where Wrapped: QueryValue {
  /// The texts of the wrapped value; empty for nil.
  public var queryTexts: [String] {
    get throws { try self?.queryTexts ?? [] }
  }
}

extension Array: QueryValue, SeveralQueryValues where Element: QueryValue {
  /// The texts of all elements, in order.
  public var queryTexts: [String] {
    get throws { try flatMap { try $0.queryTexts } }
  }
}

extension EncodingError {
  static func ofQuery(
    _ value: Any, _ problem: String = "a query cannot represent this value", at path: [any CodingKey]
  ) -> EncodingError {
    .invalidValue(value, Context(codingPath: path, debugDescription: problem))
  }
}

/// A value that is written as one text, in the style of an encoder.
protocol SingleQueryValue: QueryValue {
  /// The text in the styles of `style`; nil for a value without a text form, such as a number that is not finite.
  func queryText(by style: QueryEncoder) throws -> String?
}

/// A value of any number of texts, such as an array: a ``QueryEncoder`` writes the elements one by one.
protocol SeveralQueryValues {}

extension SingleQueryValue where Self: CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { description }
}

extension SingleQueryValue where Self: BinaryFloatingPoint & CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { isFinite ? description : nil }
}

extension Decimal: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { isNaN ? nil : description }
}

extension Bool: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? {
    switch style.booleans {
    case .words: self ? "true" : "false"
    case .numbers: self ? "1" : "0"
    }
  }
}

/// A date is written in ISO 8601, such as `2026-11-21T08:30:00Z`; a ``QueryEncoder`` has other styles.
extension Date: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { try style.dates.text(of: self) }
}

/// Data is written in base 64.
extension Data: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { base64EncodedString() }
}

extension URL: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { absoluteString }
}

extension UUID: QueryValue, SingleQueryValue {
  func queryText(by style: QueryEncoder) throws -> String? { uuidString }
}
