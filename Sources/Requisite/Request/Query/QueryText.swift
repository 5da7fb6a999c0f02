/// A value that is one text in a query: where ``QueryEncoder`` does not ask it to encode itself.
protocol QueryText {
  /// The text in the encoder's style; nil where there is none for that value.
  func queryText(by style: QueryEncoder) throws -> String?
}

extension QueryText where Self: CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { description }
}

extension QueryText where Self: BinaryFloatingPoint & CustomStringConvertible {
  func queryText(by style: QueryEncoder) throws -> String? { isFinite ? description : nil }
}

extension String: QueryText {}
extension Int: QueryText {}
extension Int8: QueryText {}
extension Int16: QueryText {}
extension Int32: QueryText {}
extension Int64: QueryText {}
extension UInt: QueryText {}
extension UInt8: QueryText {}
extension UInt16: QueryText {}
extension UInt32: QueryText {}
extension UInt64: QueryText {}
extension Double: QueryText {}
extension Float: QueryText {}

extension Decimal: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? { isNaN ? nil : description }
}

extension Bool: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? {
    switch style.booleans {
    case .words: self ? "true" : "false"
    case .numbers: self ? "1" : "0"
    }
  }
}

extension Date: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? { try style.dates.text(of: self) }
}

extension Data: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? { base64EncodedString() }
}

extension URL: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? { absoluteString }
}

extension UUID: QueryText {
  func queryText(by style: QueryEncoder) throws -> String? { uuidString }
}
