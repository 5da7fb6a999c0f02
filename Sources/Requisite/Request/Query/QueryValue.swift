/// A value in a query or a form: text, number, truth value, date, or several of these, each under the same name.
///
/// A type of your own conforms by giving its texts; an enum with raw values conforms as it is. Wherever a name and a value
/// are written — ``QueryParams``, ``FormFields``, a ``QueryEncoder`` or ``FormEncoder`` — these texts are used.
public protocol QueryValue: Sendable {
  /// The texts to write under the name: none for nil, several for an array.
  ///
  /// An error that is thrown becomes the cause of a ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent.
  var queryTexts: [String] { get throws }
}

extension QueryValue where Self: CustomStringConvertible {
  /// The description.
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
/// Written in ISO 8601, as in `2026-11-21T08:30:00Z`; a ``QueryEncoder`` has other styles.
extension Date: QueryValue {}
/// Written in base 64.
extension Data: QueryValue {}

extension Optional: QueryValue where Wrapped: QueryValue {
  /// The texts of the value; none for nil.
  public var queryTexts: [String] {
    get throws { try self?.queryTexts ?? [] }
  }
}

extension Array: QueryValue where Element: QueryValue {
  /// The texts of all elements, in their order.
  public var queryTexts: [String] {
    get throws { try flatMap { try $0.queryTexts } }
  }
}
