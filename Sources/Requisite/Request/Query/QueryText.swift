/// How a single value is written in a query or a form: the one rule, for pairs that are put together by hand and for those
/// that a ``QueryEncoder`` writes.
enum QueryText {
  /// The text of a value in the default styles; nil for a type that is none of those below.
  ///
  /// - Throws: An `EncodingError` for a value that has no text, such as a number that is not finite.
  static func text(of value: some QueryValue) throws -> String? {
    guard let single = value as? any SingleQueryValue else { return nil }
    guard let text = try single.queryText(by: QueryEncoder()) else { throw error(value, at: []) }
    return text
  }

  static func error(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    let context = EncodingError.Context(codingPath: path, debugDescription: "a query has no text for it")
    return .invalidValue(value, context)
  }
}

/// A value that is one text in a query, in the style of the encoder.
protocol SingleQueryValue: QueryValue {
  /// The text; nil where there is none for that value.
  func queryText(by style: QueryEncoder) throws -> String?
}

/// Values of several texts, or none: a ``QueryEncoder`` writes their elements one by one.
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
