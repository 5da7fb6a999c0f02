#if os(Linux)
  /// The body of a request on its way into libcurl, which asks for it piece by piece. Used by the loop's thread alone.
  struct CurlUpload {
    /// The bytes that libcurl can have now.
    enum Step {
      /// That many bytes were copied; 0 is the end.
      case bytes(Int)
      /// Nothing yet: it comes with a command.
      case wait
      case failed(CurlProblem)
    }

    private let origin: CurlBodyOrigin?
    private let length: Int64?
    private let deliver: @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
    private var source: (any CurlBodySource)?
    private var pieces: [Data]
    private var offset = 0
    private var sent: Int64 = 0
    private var isEnded: Bool
    private var isAsking = false
    private var problem: CurlProblem?
    /// How often it was begun.
    private(set) var pass = 0

    /// A body in memory.
    init(_ data: Data) {
      (origin, length, deliver) = (nil, Int64(data.count), { _, _ in })
      (pieces, isEnded) = ([data], true)
    }

    /// A body from elsewhere. `deliver` is called, by any thread, with what must come back to ``supply(_:pass:)``.
    init(
      _ origin: CurlBodyOrigin, length: Int64?,
      deliver: @escaping @Sendable (_ pass: Int, Result<Data?, CurlProblem>) -> Void
    ) {
      (self.origin, self.length, self.deliver) = (origin, length, deliver)
      (pieces, isEnded) = ([], false)
    }

    /// Copies what there is into `target`.
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

    /// Takes a piece that was asked for.
    mutating func supply(_ result: Result<Data?, CurlProblem>, pass: Int) {
      // What belongs to an earlier pass comes too late.
      guard pass == self.pass else { return }
      isAsking = false
      switch result {
      case .success(let piece?): pieces.append(piece)
      case .success(nil): isEnded = true
      case .failure(let problem): self.problem = problem
      }
    }

    /// Starts over at the first byte; false where the origin cannot.
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

    /// Ends the reading of the origin.
    func cancel() { source?.cancel() }

    private mutating func stepWithoutPiece() -> Step {
      if let problem { return .failed(problem) }
      if isEnded { return tooShort.map(Step.failed) ?? .bytes(0) }
      ask()
      return .wait
    }

    /// Asks for the next piece while the last ones are being sent: a few are in memory, so that the socket need not wait
    /// for a thread to wake up.
    private mutating func ask() {
      guard let origin, !isAsking, !isEnded, problem == nil, pieces.count < 3 else { return }
      isAsking = true
      let source = source ?? origin.open()
      self.source = source
      let (deliver, pass) = (deliver, pass)
      source.next { deliver(pass, $0) }
    }

    /// What keeps the last of the announced bytes back: libcurl stops asking there, so it must be known before that
    /// nothing follows them. nil where they can go.
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
#endif
