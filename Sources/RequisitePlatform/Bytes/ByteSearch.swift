/// A search for a short pattern in many bytes: `memchr` finds each candidate for the first byte, `memcmp` checks the rest.
package struct ByteSearch {
  private let pattern: [UInt8]

  package init(_ text: String) {
    pattern = Array(text.utf8)
  }

  package func occurs(in data: Data) -> Bool {
    data.withUnsafeBytes { offset(in: $0, from: 0) != nil }
  }

  /// The offset of the first occurrence at or after `start`; nil if the pattern does not occur or is empty.
  package func offset(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let first = pattern.first else { return nil }
    var position = start
    while position >= 0, position <= bytes.count - pattern.count {
      let room = bytes.count - pattern.count - position + 1
      guard let hit = memchr(base + position, Int32(first), room) else { return nil }
      position = UnsafeRawPointer(hit) - base
      if memcmp(hit, pattern, pattern.count) == 0 { return position }
      position += 1
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first index of `byte` in a range of the buffer, found by `memchr`, which compares many bytes at once.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress, !range.isEmpty else { return nil }
    return memchr(baseAddress + range.lowerBound, Int32(byte), range.count).map {
      UnsafeRawPointer($0) - baseAddress
    }
  }
}
