/// Converts decimal numbers to the nearest binary ones, exact in every bit, without the C library.
enum FastDouble {
  /// The powers of ten that are exact doubles.
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  /// Returns the nearest double, or nil if 128 bits do not decide it; `Double.init(_: String)` then does.
  static func nearest(_ number: NumberText) -> Double? {
    guard number.isExact else { return nil }
    guard number.significand != 0 else { return number.isNegative ? -0.0 : 0.0 }
    // Both factors are exact doubles, so one rounding makes the nearest (Clinger, 1990).
    if number.significand <= 1 << 53, -22...22 ~= number.exponent {
      let whole = Double(number.significand)
      let power = powersOfTen[abs(number.exponent)]
      let magnitude = number.exponent < 0 ? whole / power : whole * power
      return number.isNegative ? -magnitude : magnitude
    }
    return eiselLemire(number)
  }

  /// Returns the nearest float if both factors are exact floats, otherwise nil.
  static func nearestFloat(_ number: NumberText) -> Float? {
    guard number.isExact, number.significand <= 1 << 24, -10...10 ~= number.exponent else { return nil }
    let whole = Float(number.significand)
    let power = Float(powersOfTen[abs(number.exponent)])
    let magnitude = number.exponent < 0 ? whole / power : whole * power
    return number.isNegative ? -magnitude : magnitude
  }

  /// The product of the significand with 128 bits of the power of five, rounded, unless too few bits are certain.
  private static func eiselLemire(_ number: NumberText) -> Double? {
    let power = number.exponent
    guard PowersOfFive.smallest <= power, power <= PowersOfFive.largest else { return nil }
    let shift = number.significand.leadingZeroBitCount
    let significand = number.significand << UInt64(shift)
    let entry = (power - PowersOfFive.smallest) * 2
    var (high, low) = significand.multipliedFullWidth(by: PowersOfFive.halves[entry])
    if high & 0x1ff == 0x1ff {
      let more = significand.multipliedFullWidth(by: PowersOfFive.halves[entry + 1]).high
      let (sum, carried) = low.addingReportingOverflow(more)
      low = sum
      if carried { high &+= 1 }
    }
    guard low != .max || -27...55 ~= power else { return nil }
    let top = Int(high >> 63)
    let cut = UInt64(top + 9)
    var mantissa = high >> cut
    var exponent = ((152_170 + 65_536) * power) >> 16 + 63 + top - shift + 1_023
    guard exponent > 0 else { return nil }
    // Halfway between two doubles: to the even one.
    if low <= 1, -4...23 ~= power, mantissa & 3 == 1, mantissa << cut == high { mantissa &= ~1 }
    mantissa = (mantissa + mantissa & 1) >> 1
    if mantissa >= 1 << 53 {
      mantissa = 1 << 52
      exponent += 1
    }
    guard exponent < 0x7ff else { return nil }
    let sign: UInt64 = number.isNegative ? 1 << 63 : 0
    return Double(bitPattern: sign | UInt64(exponent) << 52 | mantissa & (1 << 52 - 1))
  }
}
