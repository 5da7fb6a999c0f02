/// A value in a query: text, number, truth value, or several of these, each under the same name.
///
/// A type of your own conforms by giving its texts.
public protocol QueryValue: Sendable {
  /// The texts to write under the name: none for nil, several for an array.
  var queryTexts: [String] { get }
}

extension QueryValue where Self: CustomStringConvertible {
  /// The description.
  public var queryTexts: [String] { [description] }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
  /// The texts of the raw value.
  public var queryTexts: [String] { rawValue.queryTexts }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int64: QueryValue {}
extension Int32: QueryValue {}
extension UInt: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}
extension Decimal: QueryValue {}

extension UUID: QueryValue {
  /// The id as it is printed.
  public var queryTexts: [String] { [uuidString] }
}

extension Optional: QueryValue where Wrapped: QueryValue {
  /// The texts of the value; none for nil.
  public var queryTexts: [String] { self?.queryTexts ?? [] }
}

extension Array: QueryValue where Element: QueryValue {
  /// The texts of all elements, in their order.
  public var queryTexts: [String] { flatMap(\.queryTexts) }
}
