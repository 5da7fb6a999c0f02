import Requisite

/// Reading and sending.
extension SocketCore: SocketDriver {
  /// The number of messages that were read, as a whole or in part.
  var messageNumber: Int { state.withLock { $0.messageNumber } }

  /// The server's close frame, if it ended the socket in an orderly way and the server may be back.
  var orderlyClose: WebSocketFailure? { state.withLock { $0.orderlyClose } }
}

extension SocketCore {
  /// Returns the next message, or its first part; nil after an orderly end. Skips what was not read of a message that is
  /// read in parts.
  func next(inParts: Bool) async throws(NetworkRequestError) -> RawMessage? {
    while true {
      let message = try await read(inParts: inParts)
      if message?.isStart != false { return message }
    }
  }

  func nextPart(of number: Int) async throws(NetworkRequestError) -> RawMessage {
    guard messageNumber == number else {
      throw .unknownError(NetworkRequestError.UnknownFailure(MessageIsOver()))
    }
    guard let part = try await read(inParts: true) else {
      throw WebSocketFailure(.lost, "the socket was closed within a message").error(for: request)
    }
    return part
  }

  private func read(inParts: Bool) async throws(NetworkRequestError) -> RawMessage? {
    guard !Task.isCancelled else {
      fail(.cancelled(request))
      throw .cancelled(request)
    }
    if let message = takeMessage(inParts: inParts, or: nil) { return try message.get() }
    return try await waiting { takeMessage(inParts: inParts, or: $0) }
  }

  /// Returns the result of a read. Without one, keeps the waiter until there is one.
  private func takeMessage(
    inParts: Bool, or waiter: Waiter<RawMessage?>?
  ) -> Result<RawMessage?, NetworkRequestError>? {
    var deferred = DeferredResumes()
    let (result, flushed, resumed, isEnding) = state.withLock { state in
      let wasOver = state.end != nil
      let result = state.next(inParts: inParts, for: waiter, of: request, &deferred)
      return (result, state.flushes, state.resumes(), state.end != nil && !wasOver)
    }
    deferred.run()
    flushed?.flush()
    resumed?.resume()
    if isEnding { closeAfterTimeout() }
    return result
  }

  /// Sends a message. Returns when it is on its way, and waits while 256 KiB are not sent.
  func send(_ message: RawMessage) async throws(NetworkRequestError) {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let encoder = try await encoder(for: message)
    // Made without the lock, which the thread of all connections takes: zlib needs 40 ms for a megabyte.
    let frame =
      encoder != nil || message.bytes.count >= SocketMachine.largeSize
      ? SocketMachine.frame(of: message, by: encoder) : nil
    let (connection, isFull, next, refusal) = state.withLock { state in
      let refusal = state.refusal(of: request)
      if refusal == nil { state.send(message, as: frame) }
      return (state.connection, state.isFull, encoder == nil ? nil : state.endCompression(), refusal)
    }
    next?.resume(returning: .success(()))
    if let refusal { throw refusal }
    connection?.flush()
    if isFull { try await waitForRoom() }
  }

  /// Returns the encoder of a message that is to be compressed, once no other task uses it; nil for any other message.
  /// ``SocketState/endCompression()`` passes it on.
  private func encoder(for message: RawMessage) async throws(NetworkRequestError) -> MessageEncoder? {
    guard message.bytes.count >= options.minimumCompressedSize,
      let encoder = state.withLock({ $0.machine?.encoder })
    else { return nil }
    try await waiting { (waiter: Waiter<Void>) in
      state.withLock { state in
        if state.beginCompression() { return .success(()) }
        state.compressors.append(waiter)
        return nil
      }
    }
    return encoder
  }

  private func waitForRoom() async throws(NetworkRequestError) {
    // If it is cancelled, a part of the message may be on its way, so the socket cannot be used any more.
    try await waiting { (waiter: Waiter<Void>) in
      state.withLock { state in
        if let refusal = state.refusal(of: request) { return .failure(refusal) }
        guard state.isFull else { return .success(()) }
        state.senders.append(waiter)
        return nil
      }
    }
  }

  /// Sends a ping, and returns the time until its pong.
  func ping() async throws(NetworkRequestError) -> Duration {
    let start = request.clock.now
    try await waiting { waiter in
      var deferred = DeferredResumes()
      let (connection, resumed, refusal) = state.withLock { state in
        let refusal = state.refusal(of: request)
        if refusal == nil { state.ping(waiter) }
        // The pong may come before anyone asks for the next message.
        state.lookAhead(of: request, &deferred)
        return (state.connection, state.resumes(), refusal)
      }
      deferred.run()
      if let refusal { return .failure(refusal) }
      connection?.flush()
      resumed?.resume()
      return nil
    }
    return request.clock.now - start
  }

  /// Sends a ping after each interval, and fails the socket if nothing arrives within the time limit.
  func keepAlive(_ interval: Duration) {
    setAlarm(of: .open, after: interval) { core in
      let connection = core.state.withLock { state in
        state.hasReceived = false
        state.ping(nil)
        return state.connection
      }
      connection?.flush()
      core.expectPong(interval)
    }
  }

  private func expectPong(_ interval: Duration) {
    let limit = options.pongTimeout
    setAlarm(of: .open, after: limit) { core in
      core.fail("nothing arrived within \(limit) after a ping") { $0.isSilent }
      // After the end, this does nothing.
      core.keepAlive(interval)
    }
  }
}

extension SocketState {
  /// Returns the result of a read, or keeps the waiter until there is one.
  fileprivate mutating func next(
    inParts: Bool, for waiter: Waiter<RawMessage?>?, of request: TransportRequest,
    _ deferred: inout DeferredResumes
  ) -> Result<RawMessage?, NetworkRequestError>? {
    guard reader == nil else {
      return .failure(.unknownError(NetworkRequestError.UnknownFailure(SocketIsBusy())))
    }
    if let message = next(inParts: inParts, of: request, &deferred) { return .success(message) }
    if let end { return end.map { nil } }
    reader = waiter
    return nil
  }

  /// Writes a message, by its frame if that was made.
  fileprivate mutating func send(_ message: RawMessage, as frame: [UInt8]?) {
    guard let frame else {
      return message.bytes.withUnsafeBytes { machine?.send(isText: message.isText, $0) } ?? ()
    }
    machine?.send(frame: frame)
  }

  /// Returns true if no task compresses a message, so that the caller may.
  fileprivate mutating func beginCompression() -> Bool {
    defer { isCompressing = true }
    return !isCompressing
  }

  /// Returns the task that compresses next, if one waits.
  fileprivate mutating func endCompression() -> Waiter<Void>? {
    isCompressing = !compressors.isEmpty
    return isCompressing ? compressors.removeFirst() : nil
  }

  /// Writes a ping with a number of its own.
  fileprivate mutating func ping(_ waiter: Waiter<Void>?) {
    lastPing += 1
    pings[lastPing] = waiter
    machine?.ping(withUnsafeBytes(of: lastPing.bigEndian) { Data($0) })
  }
}

/// The error of reading the bytes of a message after the next one was asked for.
private struct MessageIsOver: Error, CustomStringConvertible {
  var description: String {
    "the next message was requested: read the bytes of a message before the next one"
  }
}

/// The error of a task that reads a socket while another one does.
struct SocketIsBusy: Error, CustomStringConvertible {
  var description: String { "another task is reading this socket: read a socket in one task at a time" }
}
