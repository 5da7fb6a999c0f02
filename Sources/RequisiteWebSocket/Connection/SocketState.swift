import Requisite

typealias Waiter<Value> = UnsafeContinuation<Result<Value, NetworkRequestError>, Never>

/// The state of a socket and of the tasks that wait for it, under the lock of its ``SocketCore``.
struct SocketState {
  /// The bytes of the handshake's request, until they are taken.
  var request: [UInt8] = []
  var response = HandshakeResponse()
  /// The task that waits for the handshake.
  var opening: Waiter<TransportResponse>?
  /// Nil until the handshake is complete.
  var machine: SocketMachine?
  /// The result of the socket, once nothing more arrives: nothing after an orderly end.
  var end: Result<Void, NetworkRequestError>?
  /// True after ``SocketCore/close(_:reason:)``: what arrives is discarded.
  var isClosing = false
  var connection: (any RawConnection)?
  /// The messages that no one has read.
  var inbox = Inbox()
  var isPaused = false
  var reader: Waiter<RawMessage?>?
  /// The tasks that wait until the output is sent.
  var senders: [Waiter<Void>] = []
  /// The tasks that wait for the end of the socket.
  var closers: [Waiter<Void>] = []
  var pings: [UInt64: Waiter<Void>] = [:]
  var lastPing: UInt64 = 0
  /// Whether anything has arrived since the last ping of the keep-alive.
  var isHeard = true
  var alarm: Alarm?
}

/// The tasks to resume, after the lock is released.
struct Wakes {
  var reader: (Waiter<RawMessage?>, Result<RawMessage?, NetworkRequestError>)?
  var opening: (Waiter<TransportResponse>, Result<TransportResponse, NetworkRequestError>)?
  var others: [(Waiter<Void>, Result<Void, NetworkRequestError>)] = []

  func run() {
    if let (waiter, result) = reader { waiter.resume(returning: result) }
    if let (waiter, result) = opening { waiter.resume(returning: result) }
    for (waiter, result) in others { waiter.resume(returning: result) }
  }
}

/// Messages in the order of arrival. The server is not read while they have 256 KiB.
struct Inbox {
  private static let highWater = 256 << 10
  private static let lowWater = 64 << 10
  /// What a message costs beside its bytes.
  private static let overhead = 64

  private var messages: [RawMessage] = []
  private var first = 0
  private var size = 0

  var isEmpty: Bool { first == messages.count }
  var isFull: Bool { size >= Self.highWater }
  var hasRoom: Bool { size < Self.lowWater }

  mutating func append(_ message: RawMessage) {
    messages.append(message)
    size += message.bytes.count + Self.overhead
  }

  mutating func next() -> RawMessage? {
    guard !isEmpty else { return nil }
    let message = messages[first]
    first += 1
    size -= message.bytes.count + Self.overhead
    if first == messages.count || first >= 1024 {
      messages.removeFirst(first)
      first = 0
    }
    return message
  }

  mutating func removeAll() { self = Inbox() }
}

extension SocketState {
  /// The most bytes of output before senders wait.
  static let highWater = 256 << 10

  /// True if more should be read: neither unread messages nor unsent answers are too many.
  var takesMore: Bool { !inbox.isFull && (machine?.output.count ?? 0) < Self.highWater }

  /// Takes what has happened on the connection.
  mutating func take(_ events: [SocketMachine.Event], of request: TransportRequest, _ wakes: inout Wakes) {
    for event in events {
      switch event {
      case .message(let isText, let bytes): deliver(RawMessage(isText: isText, bytes: bytes), &wakes)
      case .pong(let bytes):
        let number = bytes.count == 8 ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : 0
        if let ping = pings.removeValue(forKey: number) { wakes.others.append((ping, .success(()))) }
      case .ended(.failed(let failure)): finish(.failure(failure.error(for: request)), &wakes)
      case .ended(.closed(let code, let reason)):
        guard !isClosing, let code, !code.isOrderly else { return finish(.success(()), &wakes) }
        finish(.failure(WebSocketFailure.closed(code, reason: reason).error(for: request)), &wakes)
      }
    }
  }

  private mutating func deliver(_ message: RawMessage, _ wakes: inout Wakes) {
    guard !isClosing else { return }
    guard let reader = reader.take() else { return inbox.append(message) }
    wakes.reader = (reader, .success(message))
  }

  /// Ends the socket. Only the first end counts.
  mutating func finish(_ result: Result<Void, NetworkRequestError>, _ wakes: inout Wakes) {
    guard end == nil else { return }
    end = result
    if let reader = reader.take() { wakes.reader = (reader, result.map { nil }) }
    if let opening = opening.take(), case .failure(let error) = result {
      wakes.opening = (opening, .failure(error))
    }
    for closer in closers { wakes.others.append((closer, result)) }
    let others = senders + pings.values
    for waiter in others { wakes.others.append((waiter, .failure(error))) }
    (closers, senders, pings) = ([], [], [:])
  }

  /// The error of what is done after the end.
  private var error: NetworkRequestError {
    if case .failure(let error)? = end { return error }
    return WebSocketFailure(.ended, "the socket is closed").error(for: nil)
  }

  /// The reason why nothing can be sent; nil if something can.
  var refusal: NetworkRequestError? { end != nil || isClosing ? error : nil }
}
