/// The parts of a JSON number (RFC 8259, section 6): ± significand × 10^exponent.
struct NumberText {
  var isNegative = false
  /// The digits as a whole number, exact up to 19 digits.
  var significand: UInt64 = 0
  var exponent = 0
  /// The number of digits in the significand, without leading zeros.
  var digits = 0

  var isExact: Bool { digits <= 19 }

  /// Reads the text of a number. Returns nil if it is not a JSON number: a leading zero, no digit where one has to
  /// stand, or a sign out of place.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var position = 0
    isNegative = text.first == UInt8(ascii: "-")
    if isNegative { position = 1 }
    let first = position
    readDigits(text, &position)
    let whole = position - first
    guard whole > 0, whole == 1 || text[first] != UInt8(ascii: "0") else { return nil }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      readEights(text, &position)
      readDigits(text, &position)
      guard position > start else { return nil }
      exponent = start - position
    }
    if position < text.count {
      guard let power = Self.power(text, &position) else { return nil }
      exponent += power
    }
    guard position == text.count else { return nil }
  }

  /// Reads eight digits at a time, unless they may begin with zeros that do not count.
  @inline(__always) private mutating func readEights(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) {
    guard let base = text.baseAddress, digits > 0 else { return }
    while position &+ 8 <= text.count, let eight = EightDigits(base + position) {
      significand = significand &* 100_000_000 &+ eight.number
      digits &+= 8
      position &+= 8
    }
  }

  @inline(__always) private mutating func readDigits(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) {
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      if digits > 0 || digit > 0 {
        digits &+= 1
        significand = significand &* 10 &+ UInt64(digit)
      }
      position &+= 1
    }
  }

  /// Reads an exponent, clamped to ± 100,000, far beyond the range of any number type.
  private static func power(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Int? {
    guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
    position += 1
    guard position < text.count else { return nil }
    let isNegative = text[position] == UInt8(ascii: "-")
    if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
    let first = position
    var power = 0
    while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
      power = min(power * 10 + Int(digit), 100_000)
      position += 1
    }
    return position > first ? (isNegative ? -power : power) : nil
  }
}
