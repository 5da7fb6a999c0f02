/// A JSON value that keeps the order of an object's members, as json-server does.
enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The number as it was written, so that a client reads the digits that it posted.
  case number(String)
  case string(String)
  case array([JSON])
  case object(Record)
}

extension JSON {
  /// The text with which the filter of a query is compared: that of a string, a number or a boolean; nil for other
  /// values.
  var plainText: String? {
    switch self {
    case .null, .array, .object: nil
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text), .string(let text): text
    }
  }

  /// Returns true if any text in the value, at any depth, contains `needle`.
  ///
  /// Case is ignored.
  func mentions(_ needle: String) -> Bool {
    switch self {
    case .array(let elements): elements.contains { $0.mentions(needle) }
    case .object(let record): record.mentions(needle)
    case .null, .bool, .number, .string: plainText?.containsIgnoringCase(needle) ?? false
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .int(value) }

  static func int(_ value: Int) -> JSON { .number(String(value)) }
}
