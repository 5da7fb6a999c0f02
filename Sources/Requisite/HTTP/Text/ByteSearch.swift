/// Looks for a short run of bytes in many: from one possible first byte to the next, as fast as memory is read.
struct ByteSearch {
  private let pattern: [UInt8]

  init(_ text: String) {
    pattern = Array(text.utf8)
  }

  func occurs(in data: Data) -> Bool {
    data.withUnsafeBytes { offset(in: $0, from: 0) != nil }
  }

  /// The offset of the first occurrence at `start` or after it.
  func offset(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let first = pattern.first else { return nil }
    var place = start
    while place >= 0, place <= bytes.count - pattern.count {
      let room = bytes.count - pattern.count - place + 1
      guard let hit = memchr(base + place, Int32(first), room) else { return nil }
      place = UnsafeRawPointer(hit) - base
      if memcmp(hit, pattern, pattern.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
