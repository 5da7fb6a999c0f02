/// A growing byte buffer in memory from `malloc`, which can become a `Data` without a copy.
struct CurlBuffer: ~Copyable {
  private(set) var count = 0
  private var bytes: UnsafeMutableRawPointer?
  private var capacity = 0

  init() {}

  deinit { free(bytes) }

  var isEmpty: Bool { count == 0 }

  /// Makes room for `total` bytes in all. Returns false if there is no memory. The system backs only pages that are
  /// written to, so a large reserve costs nothing.
  mutating func reserve(_ total: Int) -> Bool {
    guard total > capacity else { return true }
    guard let grown = realloc(bytes, total) else { return false }
    (bytes, capacity) = (grown, total)
    return true
  }

  /// Appends bytes. Returns false if there is no memory for them.
  mutating func append(_ new: UnsafeRawBufferPointer) -> Bool {
    guard let start = new.baseAddress, !new.isEmpty else { return true }
    guard new.count <= capacity - count || reserve(max(count + new.count, capacity * 2)) else {
      return false
    }
    bytes?.advanced(by: count).copyMemory(from: start, byteCount: new.count)
    count += new.count
    return true
  }

  /// Records that `added` bytes were written into ``room``.
  mutating func commit(_ added: Int) { count += added }

  /// The unused memory after the bytes.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: bytes?.advanced(by: count), count: capacity - count)
  }

  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Returns the bytes as `Data` and empties the buffer. More than 4096 bytes are not copied: the `Data` owns the memory.
  mutating func takeData() -> Data {
    guard let start = bytes, count > 0 else { return Data() }
    let total = count
    // A small body is copied, which is cheaper than a `Data` with a deallocator.
    guard total > Self.copyLimit else {
      count = 0
      return Data(bytes: start, count: total)
    }
    // Returns unused memory to the system, so that a body of 100 MB takes 100 MB.
    let exact = capacity - total > total >> 4 ? realloc(start, total) ?? start : start
    (bytes, count, capacity) = (nil, 0, 0)
    return Data(bytesNoCopy: exact, count: total, deallocator: .free)
  }

  private static let copyLimit = 4096
}
