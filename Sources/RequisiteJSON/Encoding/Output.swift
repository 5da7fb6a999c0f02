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
