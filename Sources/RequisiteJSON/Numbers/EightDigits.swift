/// Eight bytes of a number, which are read as digits at once.
struct EightDigits {
  /// The first byte is the lowest.
  private let word: UInt64

  /// Returns nil unless all eight bytes are digits.
  @inline(__always) init?(_ address: UnsafePointer<UInt8>) {
    word = UInt64(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt64.self))
    // 0x30 to 0x39: the upper half of a byte is 3, and still is with 6 added.
    let upper = 0xf0f0_f0f0_f0f0_f0f0 as UInt64
    guard word & upper | ((word &+ 0x0606_0606_0606_0606) & upper) &>> 4 == 0x3333_3333_3333_3333 else {
      return nil
    }
  }

  /// The number that the digits write.
  @inline(__always) var number: UInt64 {
    // Joins neighbours three times: digits, then pairs, then fours.
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0xffff_0000_ffff
    return (fours &* 10_000 &+ fours &>> 32) & 0xffff_ffff
  }
}
