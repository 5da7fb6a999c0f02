/// The body of a request, which libcurl reads piece by piece. Only the loop's thread uses it.
struct CurlUpload {
  /// The result of reading for libcurl.
  enum Step {
    /// This many bytes were copied; 0 means the end of the body.
    case bytes(Int)
    /// No bytes are ready. The `supply` command of the loop brings the next piece.
    case wait
    case failed(CurlProblem)
  }

  private let origin: CurlBodyOrigin?
  private let length: Int64?
  private let deliver: @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
  private var source: (any CurlBodySource)?
  private var pieces: [Data]
  private var offset = 0
  /// The number of bytes that libcurl has read in this pass.
  private(set) var sent: Int64 = 0
  private var isEnded: Bool
  private var isAsking = false
  private var problem: CurlProblem?
  /// The number of rewinds of `origin`. Pieces of earlier passes are discarded.
  private(set) var pass = 0

  /// Creates the upload of a body in memory.
  init(_ data: Data) {
    origin = nil
    length = Int64(data.count)
    deliver = { _, _ in }
    pieces = [data]
    isEnded = true
  }

  /// Creates the upload of a file or stream. `deliver` is called on any thread with each piece; the piece must be passed
  /// to ``supply(_:pass:)`` on the loop's thread.
  init(
    _ origin: CurlBodyOrigin, length: Int64?,
    deliver: @escaping @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
  ) {
    self.origin = origin
    self.length = length
    self.deliver = deliver
    pieces = []
    isEnded = false
  }

  /// Copies bytes of the first piece that is ready into `target`.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> Step {
    guard let piece = pieces.first else { return stepWithoutPiece() }
    let count = min(piece.count - offset, target.count)
    if let length, sent + Int64(count) >= length, let step = stepAtEnd(last: piece, length) { return step }
    piece.withUnsafeBytes { bytes in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
    }
    (offset, sent) = (offset + count, sent + Int64(count))
    if offset == piece.count, origin != nil {
      pieces.removeFirst()
      offset = 0
    }
    ask()
    return .bytes(count)
  }

  /// Takes back the bytes of the last ``read(into:)``, which are not sent yet.
  mutating func putBack(_ bytes: UnsafeRawBufferPointer) {
    sent -= Int64(bytes.count)
    if offset > 0 { offset -= bytes.count } else { pieces.insert(Data(bytes), at: 0) }
  }

  /// Adds a piece that the origin delivered, or records its end or failure.
  mutating func supply(_ result: Result<Data?, CurlProblem>, pass: Int) {
    // A piece of an earlier pass is discarded.
    guard pass == self.pass else { return }
    isAsking = false
    switch result {
    case .success(let piece?): pieces.append(piece)
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
    (pieces, offset, sent, isEnded, isAsking, problem) = ([], 0, 0, false, false, nil)
    source = nil
    pass += 1
    return true
  }

  /// Cancels reading the origin.
  func cancel() { if isAsking { source?.cancel() } }

  private mutating func stepWithoutPiece() -> Step {
    if let problem { return .failed(problem) }
    if isEnded { return tooShort.map(Step.failed) ?? .bytes(0) }
    ask()
    return .wait
  }

  /// Requests the next piece while earlier ones are sent. Up to three are kept in memory, so that the socket does not
  /// wait for a thread to wake up.
  private mutating func ask() {
    guard let origin, !isAsking, !isEnded, problem == nil, pieces.count < 3 else { return }
    isAsking = true
    let source = source ?? origin.open()
    self.source = source
    let (deliver, pass) = (deliver, pass)
    source.next { deliver(pass, $0) }
  }

  /// Returns the step that holds back the last announced bytes, or nil if they can be sent. libcurl stops reading after
  /// them, so a body that is longer than announced must be found first.
  private mutating func stepAtEnd(last piece: Data, _ length: Int64) -> Step? {
    guard origin != nil else { return nil }
    guard pieces.count == 1, sent + Int64(piece.count - offset) <= length else {
      return .failed(
        .bodyLength("the body of the request is longer than the \(length) bytes that were announced"))
    }
    if let problem { return .failed(problem) }
    guard !isEnded else { return nil }
    ask()
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

/// One pass over a body. Pieces are read outside the loop's thread, which must not wait for a disk or for the caller's
/// code.
package protocol CurlBodySource: Sendable {
  /// Reads the next piece and passes it to `deliver`, or nil at the end. Called again only after the last piece was
  /// delivered. An error of the source's own is ``CurlProblem/body(_:)``.
  func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
  /// Ends the pass early.
  func cancel()
}
