import CRequisiteCurl

/// The callbacks of a running transfer. Called on the loop's thread.
extension CurlTransfer {
  static let pause = 0x1000_0001
  static let abortRead = 0x1000_0000

  /// Takes one header line. Returns the number of bytes taken, or any other number to make libcurl fail the transfer.
  func received(headerLine line: UnsafeRawBufferPointer) -> Int {
    touch()
    if head.isComplete { return received(trailer: line) }
    noteTurn()
    let step = head.append(line)
    if previewed != nil, !nextPreview() { return 0 }
    switch step {
    case .more: return line.count
    case .complete:
      handle?.noteResponse(isHTTP2: head.isHTTP2, endsWithConnection: head.framing.endsWithConnection)
      chooseStream()
      // A streamed response returns to its task at the end of the round, when some of its body may have come as well.
      if stream != nil { round?.touched(self) }
      // From 300 on, libcurl sends no more of the body.
      if isSendPaused, head.status >= 300 { round?.look(at: self) }
      return isCounted(after: line.count)
    case .tooLarge: return fail(.headTooLarge(limit: request.limits.head))
    case .malformed(let words): return fail(.badResponse(words))
    }
  }

  private func received(trailer line: UnsafeRawBufferPointer) -> Int {
    let limit = request.limits.head
    guard line.count <= limit - head.total - trailers.size else {
      return fail(.headTooLarge(limit: limit))
    }
    let field = trailers.append(line)
    // The empty line at their end.
    guard !field.bytes.isEmpty else { return line.count }
    trailerFraming.read(field)
    if let problem = trailerFraming.problem { return fail(.badResponse(problem)) }
    return line.count
  }

  /// Takes a piece of the body, without its framing. Returns the number of bytes taken, ``pause``, or 0 to fail.
  func received(body bytes: UnsafeRawBufferPointer) -> Int {
    if let previewed { return received(preview: bytes, after: previewed) }
    touch()
    guard index != nil else { return 0 }
    guard head.isComplete else {
      return fail(.badResponse("the body of the response begins before its header section is complete"))
    }
    guard head.framing.countedLength != nil else { return take(bytes) }
    let piece = counted(bytes)
    let taken = piece.isEmpty ? 0 : take(piece)
    return taken == piece.count ? isCounted(after: bytes.count) : taken
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    let taken = stream.map { received(bytes, into: $0) } ?? collect(bytes)
    if taken == bytes.count, observer != nil { tellReceived(taken) }
    return taken
  }

  private func collect(_ bytes: UnsafeRawBufferPointer) -> Int {
    let limit = request.limits.body
    let announced = body.isEmpty ? Int(handle?.contentLength ?? -1) : -1
    guard announced <= limit, bytes.count <= limit - body.count else {
      // The start of the body is kept for the error.
      _ = body.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(limit - body.count)))
      return fail(.bodyTooLarge(limit: limit))
    }
    // Reserves the announced length, so that the body is written once and never moved.
    guard !body.isEmpty || body.reserve(max(announced, bytes.count)) else { return fail(.outOfMemory) }
    return body.append(bytes) ? bytes.count : fail(.outOfMemory)
  }

  /// Fills `target` with the next bytes of the request's body. Returns their number, ``pause``, or ``abortRead``.
  func fill(_ target: UnsafeMutableRawBufferPointer) -> Int {
    guard var upload = upload.take() else { return 0 }
    defer { self.upload = upload }
    switch upload.read(into: target) {
    case .bytes(let count):
      guard count == 0 || !hasBytesToRead else {
        upload.putBack(UnsafeRawBufferPointer(rebasing: target[..<count]))
        isSendPaused = true
        round?.look(at: self, unread: handle?.connection?.descriptor)
        return Self.pause
      }
      touch()
      if observer != nil { tellSent(count) }
      return count
    case .wait:
      isSendPaused = true
      return Self.pause
    case .failed(let problem):
      self.problem = problem
      return Self.abortRead
    }
  }

  /// Takes the request's body back to its start. Returns false if that is not possible, or if `offset` is not 0.
  func rewind(to offset: Int64) -> Bool {
    guard offset == 0 else { return false }
    observer?.rewound()
    return upload?.rewind() ?? true
  }

  /// Records that libcurl is about to send the request, and whether the server has surely not processed an earlier attempt:
  /// libcurl repeats a request that was refused, or whose kept connection was closed without a response.
  func noteAttempt() {
    wasSent = wasSent || attempts > 0 && !isUnprocessed
    attempts += 1
  }

  /// Whether the request, which libcurl is about to send, may be sent on this connection.
  ///
  /// False for a request that is not idempotent and may have been processed. Also false, once, if the server has sent bytes
  /// on the idle connection, or has closed it and the request is not idempotent: the request then goes out on a new
  /// connection.
  ///
  /// libcurl itself looks for a connection that the server has closed, but versions 8 only once a second.
  func mayBeSent(on connection: CurlConnection.State) -> Bool {
    touch()
    guard request.isIdempotent || !wasSent else {
      problem = .notRepeatable
      return false
    }
    switch connection {
    case .usable: return true
    case .hungUp where request.isIdempotent: return true
    case .hungUp, .spoiled:
      guard newStart == .notNeeded else { return true }
      newStart = .onNewConnection
      return false
    }
  }

  private func received(_ bytes: UnsafeRawBufferPointer, into stream: CurlStreamQueue) -> Int {
    guard bytes.count <= request.limits.body - stream.total else {
      return fail(.bodyTooLarge(limit: request.limits.body))
    }
    switch stream.append(bytes) {
    case .taken:
      round?.touched(self)
      return bytes.count
    case .full:
      isReceivePaused = true
      return Self.pause
    case .outOfMemory: return fail(.outOfMemory)
    }
  }

  private func tellSent(_ count: Int) { observer?.sent(count, at: lastActivity) }

  private func tellReceived(_ count: Int) {
    observer?.received(count, of: handle?.contentLength ?? -1, at: lastActivity)
  }

  /// Records the problem, and returns what makes libcurl fail the transfer.
  func fail(_ problem: CurlProblem) -> Int {
    self.problem = problem
    return 0
  }
}
