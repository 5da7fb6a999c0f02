/// Bytes that have arrived and were not looked at.
struct UnreadBytes {
  /// The server is not read any more while there are as many, until half of them are left.
  static let most = 256 << 10

  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start >= Self.most {
      bytes.removeSubrange(..<start)
      start = 0
    }
    // Exact for the first bytes, and then with room for all that may follow.
    if !bytes.isEmpty, bytes.capacity - bytes.count < more.count {
      bytes.reserveCapacity(max(2 * Self.most, bytes.count + more.count))
    }
    bytes.append(contentsOf: more)
  }

  /// Removes as many bytes from the front as `body` returns.
  mutating func take(_ body: (UnsafeRawBufferPointer) -> Int) {
    start += bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    if start == bytes.count { removeAll() }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
    start = 0
  }
}
