import Requisite

/// The state of a socket and of the tasks that wait for it, under the lock of its ``SocketCore``.
struct SocketState {
  /// The bytes of the handshake's request, until they are taken.
  var request: [UInt8] = []
  var response = HandshakeResponse()
  /// The task that waits for the handshake.
  var opening: Waiter<TransportResponse>?
  /// The subprotocol that was agreed on.
  var subprotocol: String?
  /// Nil until the handshake is complete.
  var machine: SocketMachine?
  /// The result of the socket, once nothing more arrives: nothing after an orderly end.
  var end: Result<Void, NetworkRequestError>?
  /// True after ``SocketCore/close(_:reason:)``: what arrives is discarded.
  var isClosing = false
  /// The server's close frame without a code or with 1001, which is an orderly end of one socket: the server may be back.
  private(set) var orderlyClose: WebSocketFailure?
  var connection: (any RawConnection)?
  /// The message that no one has read.
  private var inbox: RawMessage?
  /// True from a message until the next one is asked for: what follows it is not looked at before.
  private var isHolding = false
  /// What is looked at: only control frames until a message is asked for, because it may be asked for in parts.
  private var extent = SocketMachine.Extent.control
  /// True between the first and the last part of a message that is read in parts.
  private var isWithinMessage = false
  /// The number of messages that were read, as a whole or in part.
  private(set) var messageNumber = 0
  /// The bytes behind the message.
  private(set) var unread = UnreadBytes()
  /// The error of the connection's end, which counts once the messages that arrived before were read.
  private var connectionError: NetworkRequestError?
  var isPaused = false
  var reader: Waiter<RawMessage?>?
  /// The tasks that wait until the output is sent.
  var senders: [Waiter<Void>] = []
  /// True while a task compresses a message, without the lock. The order of the messages is that of their compression.
  var isCompressing = false
  /// The tasks that wait to compress a message.
  var compressors: [Waiter<Void>] = []
  /// The tasks that wait for the end of the socket.
  var closers: [Waiter<Void>] = []
  var pings: [UInt64: Waiter<Void>] = [:]
  var lastPing: UInt64 = 0
  /// Whether anything has arrived since the last ping of the keep-alive.
  var hasReceived = true
  /// The alarm of the phase.
  var alarm: Alarm?
}

/// What the alarm of a socket is for. Each phase ends under the lock of the socket's state, and its alarm with it.
enum SocketPhase {
  case opening, open, closing

  init(isOpen: Bool, isClosing: Bool) {
    self = isClosing ? .closing : isOpen ? .open : .opening
  }
}

extension SocketState {
  var phase: SocketPhase { .init(isOpen: machine != nil, isClosing: isClosing || end != nil) }

  /// True if the server has been read since the last ping, and nothing arrived. A server that is not read cannot be heard.
  var isSilent: Bool { phase == .open && !hasReceived && !isPaused }

  /// The most bytes of output before senders wait.
  static let highWater = 256 << 10

  /// Takes bytes that have arrived. Returns true if the server should be read further.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, of request: TransportRequest, _ deferred: inout DeferredResumes
  ) -> Bool {
    // What can be looked at already is not kept.
    let taken = unread.count == 0 ? process(bytes, of: request, &deferred) : 0
    unread.append(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
    isPaused = end == nil && (unread.count >= UnreadBytes.maximum || isFull)
    return !isPaused
  }

  /// Takes the next message, or a part of it; nil if it has not arrived. Within a message that is read in parts, it is
  /// the next part in any case.
  mutating func next(
    inParts: Bool, of request: TransportRequest, _ deferred: inout DeferredResumes
  ) -> RawMessage? {
    lookAhead(upTo: inParts || isWithinMessage ? .part : .message, of: request, &deferred)
    if let message = inbox.take() { return note(message) }
    if let connectionError { finish(.failure(connectionError), of: request, &deferred) }
    return nil
  }

  private mutating func note(_ message: RawMessage) -> RawMessage {
    if message.isStart { messageNumber += 1 }
    isWithinMessage = !message.isEnd
    return message
  }

  /// Looks at what follows the last message, once that was read.
  mutating func lookAhead(
    upTo extent: SocketMachine.Extent = .control, of request: TransportRequest,
    _ deferred: inout DeferredResumes
  ) {
    guard inbox == nil, reader == nil else { return }
    (isHolding, self.extent) = (false, extent)
    process(of: request, &deferred)
  }

  /// Drops what was not read, and looks at what follows.
  mutating func discard(of request: TransportRequest, _ deferred: inout DeferredResumes) {
    (inbox, isHolding) = (nil, false)
    process(of: request, &deferred)
    if let connectionError { finish(.failure(connectionError), of: request, &deferred) }
  }

  /// Looks at the bytes that were kept.
  private mutating func process(of request: TransportRequest, _ deferred: inout DeferredResumes) {
    var kept = UnreadBytes()
    swap(&kept, &unread)
    kept.take { process($0, of: request, &deferred) }
    swap(&kept, &unread)
  }

  /// Looks at bytes up to the end of the next message. Returns the number of bytes taken: after the end, all of them.
  private mutating func process(
    _ bytes: UnsafeRawBufferPointer, of request: TransportRequest, _ deferred: inout DeferredResumes
  ) -> Int {
    var (position, isStuck) = (0, false)
    while !isHolding, end == nil, !isStuck {
      var events: [SocketMachine.Event] = []
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      let taken = machine?.receive(rest, upTo: extent, &events) ?? 0
      position += taken
      isStuck = taken == 0 && events.isEmpty
      take(events, of: request, &deferred)
    }
    return end == nil ? position : bytes.count
  }

  /// True if senders wait until the output is sent.
  var isFull: Bool { (machine?.output.count ?? 0) >= Self.highWater }

  /// Returns the connection, if it was paused and should deliver again.
  mutating func resumes() -> (any RawConnection)? {
    guard isPaused, unread.count <= UnreadBytes.maximum / 2, !isFull else { return nil }
    isPaused = false
    return connection
  }

  /// Returns the connection, if there is output for it.
  var flushes: (any RawConnection)? { machine?.output.isEmpty == false ? connection : nil }

  /// Takes what has happened on the connection.
  mutating func take(
    _ events: [SocketMachine.Event], of request: TransportRequest, _ deferred: inout DeferredResumes
  ) {
    for event in events {
      switch event {
      case .message(let message): if !isClosing { deliver(message, &deferred) }
      case .pong(let bytes):
        let number = bytes.count == 8 ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : 0
        if let ping = pings.removeValue(forKey: number) { deferred.others.append((ping, .success(()))) }
      case .ended(.failed(let failure)): finish(.failure(failure.error(for: request)), of: request, &deferred)
      case .ended(.closed(let code, let reason)):
        guard !isClosing, let code, !code.isOrderly else {
          if !isClosing, code != .normal { orderlyClose = .closed(code ?? .goingAway, reason: reason) }
          return finish(.success(()), of: request, &deferred)
        }
        finish(
          .failure(WebSocketFailure.closed(code, reason: reason).error(for: request)), of: request, &deferred)
      }
    }
  }

  private mutating func deliver(_ message: RawMessage, _ deferred: inout DeferredResumes) {
    isHolding = true
    guard let reader = reader.take() else { return inbox = message }
    deferred.reader = (reader, .success(note(message)))
  }

  /// Ends the socket. Only the first end counts.
  mutating func finish(
    _ result: Result<Void, NetworkRequestError>, of request: TransportRequest,
    _ deferred: inout DeferredResumes
  ) {
    guard end == nil else { return }
    end = result
    if let reader = reader.take() { deferred.reader = (reader, result.map { nil }) }
    if let opening = opening.take(), case .failure(let error) = result {
      deferred.opening = (opening, .failure(error))
    }
    for closer in closers { deferred.others.append((closer, result)) }
    closers = []
    failSenders(of: request, &deferred)
  }

  private mutating func failSenders(of request: TransportRequest, _ deferred: inout DeferredResumes) {
    for waiter in senders + compressors + pings.values {
      deferred.others.append((waiter, .failure(error(of: request))))
    }
    (senders, compressors, pings) = ([], [], [:])
  }

  /// Ends the socket with its connection, as soon as the messages that have arrived are read. Nothing can be sent from now on.
  mutating func connectionLost(
    _ error: NetworkRequestError, of request: TransportRequest, _ deferred: inout DeferredResumes
  ) {
    (connection, connectionError) = (nil, error)
    alarm?.cancel()
    guard inbox != nil || unread.count > 0 else {
      return finish(.failure(error), of: request, &deferred)
    }
    failSenders(of: request, &deferred)
  }

  /// The error of what is done after the end.
  private func error(of request: TransportRequest) -> NetworkRequestError {
    if case .failure(let error)? = end { return error }
    if let connectionError, end == nil { return connectionError }
    return WebSocketFailure(.ended, "the socket is closed").error(for: request)
  }

  /// The reason why nothing can be sent; nil if something can.
  func refusal(of request: TransportRequest) -> NetworkRequestError? {
    end != nil || connectionError != nil || isClosing ? error(of: request) : nil
  }
}

/// Bytes that have arrived and were not looked at.
struct UnreadBytes {
  /// The server is not read any more while there are as many, until half of them are left.
  static let maximum = 256 << 10

  private(set) var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start >= Self.maximum {
      bytes.removeSubrange(..<start)
      start = 0
    }
    // Exact for the first bytes, and then with room for all that may follow.
    if !bytes.isEmpty, bytes.capacity - bytes.count < more.count {
      bytes.reserveCapacity(max(2 * Self.maximum, bytes.count + more.count))
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

typealias Waiter<Value> = UnsafeContinuation<Result<Value, NetworkRequestError>, Never>

/// The tasks to resume, after the lock is released.
struct DeferredResumes {
  var reader: (Waiter<RawMessage?>, Result<RawMessage?, NetworkRequestError>)?
  var opening: (Waiter<TransportResponse>, Result<TransportResponse, NetworkRequestError>)?
  var others: [(Waiter<Void>, Result<Void, NetworkRequestError>)] = []

  func run() {
    if let (waiter, result) = reader { waiter.resume(returning: result) }
    if let (waiter, result) = opening { waiter.resume(returning: result) }
    for (waiter, result) in others { waiter.resume(returning: result) }
  }
}
