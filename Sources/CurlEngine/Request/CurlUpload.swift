/// The body of a request, which libcurl reads chunk by chunk. Only the loop's thread uses it.
struct CurlUpload {
  /// The result of reading for libcurl.
  enum Step {
    /// This many bytes were copied; 0 means the end of the body.
    case bytes(Int)
    /// No bytes are ready. The `supply` command of the loop brings the next chunk.
    case wait
    case failed(CurlProblem)
  }

  private let origin: CurlBodyOrigin?
  private let length: Int64?
  private let deliver: @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
  private var source: (any CurlBodySource)?
  private var chunks: [Data]
  private var offset = 0
  /// The number of bytes that libcurl has read in this pass.
  private(set) var sent: Int64 = 0
  private var isEnded: Bool
  private var isRequesting = false
  private var problem: CurlProblem?
  /// The number of rewinds of `origin`. Chunks of earlier passes are discarded.
  private(set) var pass = 0

  /// Creates the upload of a body in memory.
  init(_ data: Data) {
    origin = nil
    length = Int64(data.count)
    deliver = { _, _ in }
    chunks = [data]
    isEnded = true
  }

  /// Creates the upload of a file or stream. `deliver` is called on any thread with each chunk; the chunk must be passed
  /// to ``supply(_:pass:)`` on the loop's thread.
  init(
    _ origin: CurlBodyOrigin, length: Int64?,
    deliver: @escaping @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
  ) {
    self.origin = origin
    self.length = length
    self.deliver = deliver
    chunks = []
    isEnded = false
  }

  /// Copies bytes of the first chunk that is ready into `target`.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> Step {
    guard let chunk = chunks.first else { return stepWithoutChunk() }
    let count = min(chunk.count - offset, target.count)
    if let length, sent + Int64(count) >= length, let step = stepAtEnd(last: chunk, length) { return step }
    chunk.withUnsafeBytes { bytes in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
    }
    (offset, sent) = (offset + count, sent + Int64(count))
    if offset == chunk.count, origin != nil {
      chunks.removeFirst()
      offset = 0
    }
    requestChunk()
    return .bytes(count)
  }

  /// Takes back the bytes of the last ``read(into:)``, which are not sent yet.
  mutating func putBack(_ bytes: UnsafeRawBufferPointer) {
    sent -= Int64(bytes.count)
    if offset > 0 { offset -= bytes.count } else { chunks.insert(Data(bytes), at: 0) }
  }

  /// Adds a chunk that the origin delivered, or records its end or failure.
  mutating func supply(_ result: Result<Data?, CurlProblem>, pass: Int) {
    // A chunk of an earlier pass is discarded.
    guard pass == self.pass else { return }
    isRequesting = false
    switch result {
    case .success(let chunk?): chunks.append(chunk)
    case .success(nil): isEnded = true
    case .failure(let problem): self.problem = problem
    }
  }

  /// Starts again at the first byte. Returns false if the origin has been read and is not replayable.
  mutating func rewind() -> Bool {
    guard let origin else {
      (offset, sent) = (0, 0)
      return true
    }
    guard origin.isReplayable || pass == 0 && source == nil else { return false }
    cancel()
    (chunks, offset, sent, isEnded, isRequesting, problem) = ([], 0, 0, false, false, nil)
    source = nil
    pass += 1
    return true
  }

  /// Cancels reading the origin.
  func cancel() { if isRequesting { source?.cancel() } }

  private mutating func stepWithoutChunk() -> Step {
    if let problem { return .failed(problem) }
    if isEnded { return tooShort.map(Step.failed) ?? .bytes(0) }
    requestChunk()
    return .wait
  }

  /// Requests the next chunk while earlier ones are sent. Up to three are kept in memory, so that the socket does not
  /// wait for a thread to wake up.
  private mutating func requestChunk() {
    guard let origin, !isRequesting, !isEnded, problem == nil, chunks.count < 3 else { return }
    isRequesting = true
    let source = source ?? origin.open()
    self.source = source
    let (deliver, pass) = (deliver, pass)
    source.next { deliver(pass, $0) }
  }

  /// Returns the step that holds back the last announced bytes, or nil if they can be sent. libcurl stops reading after
  /// them, so a body that is longer than announced must be found first.
  private mutating func stepAtEnd(last chunk: Data, _ length: Int64) -> Step? {
    guard origin != nil else { return nil }
    guard chunks.count == 1, sent + Int64(chunk.count - offset) <= length else {
      return .failed(
        .bodyLength("the body of the request is longer than the \(length) bytes that were announced"))
    }
    if let problem { return .failed(problem) }
    guard !isEnded else { return nil }
    requestChunk()
    return .wait
  }

  private var tooShort: CurlProblem? {
    guard let length, sent < length else { return nil }
    return .bodyLength("the body of the request ended after \(sent) of \(length) bytes that were announced")
  }
}

/// The source of a body that is not in memory.
package struct CurlBodyOrigin: Sendable {
  /// Whether the body can be sent a second time.
  let isReplayable: Bool
  /// Starts a new pass at the first byte.
  let open: @Sendable () -> any CurlBodySource

  package init(isReplayable: Bool, open: @escaping @Sendable () -> any CurlBodySource) {
    self.isReplayable = isReplayable
    self.open = open
  }
}

/// One pass over a body. Chunks are read outside the loop's thread, which must not wait for a disk or for the caller's
/// code.
package protocol CurlBodySource: Sendable {
  /// Reads the next chunk and passes it to `deliver`, or nil at the end. Called again only after the last chunk was
  /// delivered. An error of the source's own is ``CurlProblem/body(_:)``.
  func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
  /// Ends the pass early.
  func cancel()
}
