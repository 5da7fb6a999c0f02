/// Writes numbers with decimals.
extension Output {
  /// Appends a number of at least 0.001 and below 2⁵³ that is not whole: with the fewest digits that read back as the same
  /// value and, of those, the nearest. Returns false for any other number.
  ///
  /// It is the Schubfach algorithm (Giulietti, *The Schubfach way to render doubles*, 2020). In this range the power of ten
  /// fits into 64 bits, so all products are exact. A power of two, whose lower neighbour is closer than the upper one, needs
  /// no case of its own, because its digits are few and exact.
  mutating func appendFraction(_ value: Double) -> Bool {
    guard value.magnitude >= 0.001, value.magnitude < 0x1p53 else { return false }
    let shift = UInt64(bitPattern: Int64(52 - value.exponent))
    let decimals = Int((shift &* 1_262_611 &+ 0x3f_ffff) &>> 22)
    let power = UInt64(FastDouble.powersOfTen[decimals])
    let digits = Self.shortest(value.significandBitPattern | 1 << 52, shift, power)
    let whole = UInt64(value.magnitude)
    if value < 0 { append(UInt8(ascii: "-")) }
    append(integer: whole)
    append(UInt8(ascii: "."))
    append(decimals: digits &- whole &* power, decimals)
    return true
  }

  /// Returns the shortest whole number between the middles of significand × power / 2^shift and its neighbours.
  @inline(__always)
  private static func shortest(_ significand: UInt64, _ shift: UInt64, _ power: UInt64) -> UInt64 {
    /// Returns a quarter of `number` × power / 2^shift, in fourths, the last bit set if something was cut off.
    func scaled(_ number: UInt64) -> UInt64 {
      let (high, low) = number.multipliedFullWidth(by: power)
      return high &<< (64 &- shift) | low &>> shift | (low &<< (64 &- shift) != 0 ? 1 : 0)
    }
    // The middles themselves read back as the even neighbour.
    let isOdd = significand & 1
    let exact = scaled(significand &* 4)
    let least = scaled(significand &* 4 &- 2) &+ isOdd
    let most = scaled(significand &* 4 &+ 2) &- isOdd
    let digits = exact / 4
    let tens = digits / 10 &* 10
    let isTens = (least <= tens &* 4, tens &* 4 &+ 40 <= most)
    if isTens.0 != isTens.1 { return isTens.0 ? tens : tens &+ 10 }
    let fits = (least <= digits &* 4, digits &* 4 &+ 4 <= most)
    if fits.0 != fits.1 { return fits.0 ? digits : digits &+ 1 }
    return exact & 3 > 2 || exact & 3 == 2 && digits & 1 == 1 ? digits &+ 1 : digits
  }

  /// Appends the decimals of a fraction, `value` / 10^`count`, without the zeros at the end. There are at most 19, one of them
  /// not 0.
  @inline(__always) private mutating func append(decimals value: UInt64, _ length: Int) {
    reserve(19)
    var rest = value
    if length > 16 {
      // At most three: the others follow in two blocks.
      var first = rest / 10_000_000_000_000_000
      rest &-= first &* 10_000_000_000_000_000
      for place in (count..<count &+ length &- 16).reversed() {
        bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: first % 10)
        first /= 10
      }
      count &+= length &- 16
    } else {
      rest &*= UInt64(FastDouble.powersOfTen[16 &- length])
    }
    let blocks = (Self.eightDigits(rest / 100_000_000), Self.eightDigits(rest % 100_000_000))
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: blocks.0.littleEndian, as: UInt64.self)
    UnsafeMutableRawPointer(bytes + count + 8).storeBytes(of: blocks.1.littleEndian, as: UInt64.self)
    let used = (blocks.0 ^ Self.zeros, blocks.1 ^ Self.zeros)
    count &+= used.1 == 0 ? 8 &- used.0.leadingZeroBitCount / 8 : 16 &- used.1.leadingZeroBitCount / 8
  }

  /// Eight digits 0.
  private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Returns the digits of a number below 10⁸, the first in the lowest byte.
  @inline(__always) private static func eightDigits(_ value: UInt64) -> UInt64 {
    // Halves it three times, in all parts at once: each division is a multiplication that is exact for the part's size.
    let fours = value / 10_000 | (value % 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x7f_0000_007f
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000f_000f_000f_000f
    return (tens | (twos &- tens &* 10) &<< 8) | zeros
  }
}
