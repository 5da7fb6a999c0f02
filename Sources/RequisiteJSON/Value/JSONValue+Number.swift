extension JSONValue {
  /// A number of JSON, which keeps its digits: a 64-bit id and an amount of money stay as they were written.
  public struct Number: Sendable {
    /// The number as it is written in JSON.
    public let text: String

    /// A number without a fraction.
    public init(_ value: some BinaryInteger) { text = "\(value)" }

    /// A number with a fraction. One that is infinite or not a number cannot be encoded.
    public init(_ value: Double) { text = "\(value)" }

    /// A decimal number, with all of its digits.
    public init(_ value: Decimal) { text = value.description }

    init(checked text: String) { self.text = text }

    /// The number, if it is whole and fits; otherwise nil.
    public var int: Int? { Int(text) ?? Double(text).flatMap { Int(exactly: $0) } }
    /// The nearest `Double`; infinite if the number is out of range.
    public var double: Double { Double(text) ?? .nan }
    /// The number as a `Decimal`, which holds 38 digits; not a number if it is out of range.
    public var decimal: Decimal { Decimal(string: text, locale: nil) ?? .nan }

    /// True unless the number came from a `Double` or `Decimal` that JSON cannot represent, whose text ends in a letter.
    var isFinite: Bool { text.utf8.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
  }
}

extension JSONValue.Number: Hashable {
  /// True if both are the same number, whatever its notation: 1, 1.0 and 1e0 are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.text == right.text || left.value == right.value
  }

  /// Hashes the number, not its notation.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// The number in its shortest notation: ± digits × 10^exponent, without zeros at either end of the digits.
  private var value: Value {
    let (mantissa, power) = parts
    var digits = mantissa.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let fraction = mantissa.utf8.firstIndex(of: UInt8(ascii: "."))
      .map { mantissa.utf8.distance(from: $0, to: mantissa.utf8.endIndex) - 1 }
    var exponent = power - (fraction ?? 0)
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
    guard !significant.isEmpty else { return Value(isNegative: false, digits: [], exponent: 0) }
    return Value(isNegative: text.hasPrefix("-"), digits: significant, exponent: exponent)
  }

  /// The text before the exponent, and the exponent, as far as an `Int` holds it.
  private var parts: (mantissa: Substring, power: Int) {
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let mantissa = parts.first, let power = parts.last else { return (text[...], 0) }
    // Numbers with exponents that no computer holds are all alike.
    let bound = power.hasPrefix("-") ? Int.min / 2 : Int.max / 2
    return (mantissa, Int(power) ?? bound)
  }

  private struct Value: Hashable {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent: Int
  }
}

extension JSONValue.Number: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, CustomStringConvertible {
  /// A number without a fraction.
  public init(integerLiteral value: Int) { self.init(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self.init(value) }
  /// The number as it is written in JSON.
  public var description: String { text }
}
