/// The bytes of encoded text, growing. The memory belongs to the writer that made it.
struct Output {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  func free() { bytes.deallocate() }

  /// Makes room for `more` bytes.
  @inline(__always) mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never) private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  @inline(__always) mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always) mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let base = more.baseAddress else { return }
    reserve(more.count)
    (bytes + count).update(from: base, count: more.count)
    count &+= more.count
  }

  /// Appends ASCII text, such as a number's.
  mutating func append(ascii text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Returns the first `limit` bytes as text.
  func text(upTo limit: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: min(count, limit)), as: UTF8.self)
  }

  /// Drops the bytes after `position`.
  mutating func cut(to position: Int) { count = min(count, position) }

  // MARK: Numbers

  @inline(__always) mutating func append(integer value: some FixedWidthInteger) {
    guard let magnitude = UInt64(exactly: value.magnitude) else { return append(ascii: "\(value)") }
    reserve(20)
    if value < 0 {
      bytes[count] = UInt8(ascii: "-")
      count &+= 1
    }
    var rest = magnitude
    var length = 1
    while rest >= 10 {
      rest /= 10
      length &+= 1
    }
    rest = magnitude
    var position = count &+ length
    count = position
    repeat {
      position &-= 1
      let next = rest / 10
      bytes[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- next &* 10)
      rest = next
    } while rest > 0
  }

  /// Appends a finite number: the shortest text that reads back as the same value, without `.0` at its end.
  @inline(__always) mutating func append(number value: some BinaryFloatingPoint & TextOutputStreamable) {
    let limit: Int64 = MemoryLayout.size(ofValue: value) == 4 ? 16_777_216 : 9_007_199_254_740_992
    if value.magnitude < .init(limit), value == value.rounded(.towardZero), value != 0 {
      return append(integer: Int64(value))
    }
    if MemoryLayout.size(ofValue: value) == 8, appendFraction(Double(value)) { return }
    value.write(to: &self)
    if bytes[count &- 1] == UInt8(ascii: "0"), bytes[count &- 2] == UInt8(ascii: ".") { count &-= 2 }
  }
}

/// The standard library writes numbers here.
extension Output: TextOutputStream {
  mutating func write(_ string: String) { append(ascii: string) }

  /// Appends the digits of a number. The standard library calls this requirement with its own buffer, so that there is no
  /// string; a library without the requirement calls `write(_:)`.
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { append(text) }
}

/// Writes strings with their quotes and escapes.
extension Output {
  @inline(__always) private static func eight(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  @inline(__always) mutating func append(quoted text: String, escapingSlashes: Bool) {
    if text.utf8.withContiguousStorageIfAvailable({ append(quoted: $0, escapingSlashes: escapingSlashes) })
      != nil
    {
      return
    }
    var text = text
    text.withUTF8 { append(quoted: $0, escapingSlashes: escapingSlashes) }
  }

  /// Copies 8 bytes at a time if none of them needs an escape, and single bytes otherwise.
  mutating func append(quoted text: UnsafeBufferPointer<UInt8>, escapingSlashes: Bool) {
    reserve(text.count &+ 10)
    bytes[count] = UInt8(ascii: "\"")
    count &+= 1
    if let base = text.baseAddress {
      let slash = escapingSlashes ? Self.eight(UInt8(ascii: "/")) : 0
      var position = 0
      while position < text.count {
        if position &+ 8 <= text.count {
          let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
          if !Self.needsEscape(word, slash) {
            UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
            count &+= 8
            position &+= 8
            continue
          }
        }
        if appendRest(of: text, from: position, slash) { break }
        let end = min(text.count, position &+ 8)
        reserve((end &- position) &* 6 &+ (text.count &- end) &+ 10)
        while position < end {
          append(textByte: base[position], escapingSlashes)
          position &+= 1
        }
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Copies the rest of a text, of fewer than 8 bytes, if none of its last bytes needs an escape: the last 8, of which the
  /// first may have been copied before, or 4 and 4 of a shorter text. Returns false if it copied nothing.
  @inline(__always)
  private mutating func appendRest(of text: UnsafeBufferPointer<UInt8>, from position: Int, _ slash: UInt64)
    -> Bool
  {
    let rest = text.count &- position
    guard rest < 8, text.count >= 4, let base = text.baseAddress else { return false }
    let length = min(text.count, 8)
    let source = UnsafeRawPointer(base + text.count)
    let halves = (
      (source - length).loadUnaligned(as: UInt32.self), (source - 4).loadUnaligned(as: UInt32.self)
    )
    guard !Self.needsEscape(UInt64(halves.0) | UInt64(halves.1) << 32, slash) else { return false }
    let target = UnsafeMutableRawPointer(bytes + (count &+ rest))
    (target - length).storeBytes(of: halves.0, as: UInt32.self)
    (target - 4).storeBytes(of: halves.1, as: UInt32.self)
    count &+= rest
    return true
  }

  @inline(__always) private static func needsEscape(_ word: UInt64, _ slash: UInt64) -> Bool {
    let quotes = word ^ eight(UInt8(ascii: "\""))
    let backslashes = word ^ eight(UInt8(ascii: "\\"))
    let slashes = word ^ slash
    let found =
      (quotes &- eight(1)) & ~quotes | (backslashes &- eight(1)) & ~backslashes
      | (slashes &- eight(1)) & ~slashes | (word &- eight(0x20)) & ~word
    return found & eight(0x80) != 0
  }

  /// Appends a byte of a string. The caller has reserved the room.
  @inline(__always) private mutating func append(textByte byte: UInt8, _ escapingSlashes: Bool) {
    let isPlain =
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && (byte != UInt8(ascii: "/") || !escapingSlashes)
    guard isPlain else { return append(escaped: byte) }
    bytes[count] = byte
    count &+= 1
  }

  private mutating func append(escaped byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0a: append(UInt8(ascii: "n"))
    case 0x0c: append(UInt8(ascii: "f"))
    case 0x0d: append(UInt8(ascii: "r"))
    case 0..<0x20:
      append("u00")
      append(UInt8(ascii: "0") + byte >> 4)
      append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
    default: append(byte)
    }
  }
}

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
      for index in (count..<count &+ length &- 16).reversed() {
        bytes[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: first % 10)
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
