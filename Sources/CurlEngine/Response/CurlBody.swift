/// The reader of a streamed response. The transfer is cancelled when its reader is no longer referenced.
///
/// `@unchecked Sendable` because only the task that reads uses `decoder`, one task at a time.
package final class CurlBodyReader: @unchecked Sendable {
  private let transfer: CurlTransfer
  private let queue: CurlStreamQueue?
  private let session: CurlSession
  private var decoder: ContentDecoder?

  /// Creates the reader of a transfer whose header section has arrived.
  package init(_ transfer: CurlTransfer, in session: CurlSession) {
    self.transfer = transfer
    self.session = session
    queue = transfer.stream
    decoder = ContentDecoder(
      transfer.head.lines, status: transfer.head.status, isWanted: transfer.request.decodes,
      limit: transfer.request.limits.body)
  }

  deinit { cancel() }

  /// Returns the next chunk, decoded, or nil at the end. Waits until there is one, unless the task is cancelled. After a
  /// problem the transfer should be cancelled.
  package func next() async throws(CurlProblem) -> Data? {
    guard let queue else { return nil }
    guard !session.isForked else { throw .forked }
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      if let chunk = try decoder?.next() { return chunk }
      switch queue.take() {
      case .chunk(let data, let resumes):
        if resumes { session.post(.resumeReceiving(transfer)) }
        guard let decoder else { return data }
        try decoder.feed(data)
      case .end(.failure(let problem)): throw problem
      case .end(.success):
        try decoder?.finish()
        return nil
      case nil: await wait(for: queue)
      }
    }
  }

  private func wait(for queue: CurlStreamQueue) async {
    let (session, transfer) = (session, transfer)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { queue.wait($0) }
    } onCancel: {
      session.cancel(transfer)
    }
  }

  /// Ends the transfer, if it has not ended.
  package func cancel() {
    guard !session.isForked, queue?.isFinished == false else { return }
    session.cancel(transfer)
  }
}

/// The queue that passes the body of a response from the loop's thread to its reader.
///
/// The queue holds up to 256 KiB. While it is full the transfer is paused, so that a slow reader slows the server down
/// and memory does not grow with the body.
package final class CurlStreamQueue: Sendable {
  enum Step {
    case taken
    /// The chunk was not taken. The reader resumes the transfer after its next chunk.
    case full
    case outOfMemory
  }

  /// The next part of the body, or its end.
  enum Item: Sendable {
    /// A chunk; if `resumes` is true, the reader must tell the loop to resume the transfer.
    case chunk(Data, resumes: Bool)
    case end(Result<CurlEnd, CurlProblem>)
  }

  private struct State: ~Copyable {
    var buffer = CurlBuffer()
    var total = 0
    var isFull = false
    var end: Result<CurlEnd, CurlProblem>?
    var reader: UnsafeContinuation<Void, Never>?
  }

  private let state = Locked(State())
  private static let capacity = 256 << 10

  init() {}

  /// The number of bytes that the loop has appended so far.
  package var total: Int { state.withLock { $0.total } }

  /// Appends a chunk of the body. An empty queue accepts a chunk of any size. Called by the loop.
  func append(_ bytes: UnsafeRawBufferPointer) -> Step {
    state.withLock { state in
      guard state.buffer.count + bytes.count <= Self.capacity || state.buffer.isEmpty else {
        state.isFull = true
        return .full
      }
      guard state.buffer.append(bytes) else { return .outOfMemory }
      state.total += bytes.count
      return .taken
    }
  }

  /// Wakes the reader if there are bytes to take. The loop calls it after reading all bytes that the socket has.
  func flush() {
    let reader = state.withLock { state in state.buffer.isEmpty ? nil : state.reader.take() }
    reader?.resume()
  }

  /// Ends the body with a problem, or with its trailers and timings. Called by the loop.
  func finish(_ end: Result<CurlEnd, CurlProblem>) {
    let reader = state.withLock { state in
      state.end = end
      return state.reader.take()
    }
    reader?.resume()
  }

  /// Takes the next part of the body. Returns nil if the reader must wait. Called by the reader.
  func take() -> Item? {
    state.withLock { state in
      if !state.buffer.isEmpty {
        defer { state.isFull = false }
        return .chunk(state.buffer.takeData(), resumes: state.isFull)
      }
      return state.end.map { .end($0) }
    }
  }

  /// The trailers and timings of the body; nil until the reader has taken the whole body.
  package var end: CurlEnd? {
    state.withLock { if case .success(let end)? = $0.end, $0.buffer.isEmpty { end } else { nil } }
  }

  /// Resumes `reader` as soon as there is a chunk or the end to take. Only one reader may wait.
  func wait(_ reader: UnsafeContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      guard state.buffer.isEmpty, state.end == nil else { return true }
      state.reader = reader
      return false
    }
    if isReady { reader.resume() }
  }

  var isFinished: Bool { state.withLock { $0.end != nil } }
}

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
