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
