/// The stand-in of Apple's WebSocket task. It has no network: a test plays the server.
///
/// `@unchecked Sendable` because all that changes stands under `lock`.
public final class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum Message: Sendable {
    case data(Data)
    case string(String)

    var size: Int {
      switch self {
      case .data(let data): data.count
      case .string(let text): text.utf8.count
      }
    }
  }

  /// Apple's is an enumeration of C, which takes any number.
  public struct CloseCode: RawRepresentable, Sendable, Equatable {
    public let rawValue: Int
    public init?(rawValue: Int) { self.rawValue = rawValue }
    fileprivate init(_ rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = CloseCode(0)
    public static let normalClosure = CloseCode(1000)
  }

  /// What is called on the session's queue.
  private struct Delivery: Sendable {
    let run: @Sendable () -> Void
  }

  private typealias PongHandler = @Sendable ((any Error)?) -> Void

  private enum Frame {
    case message(Message)
    case pong(PongHandler)
  }

  private typealias Receiver = @Sendable (Result<Message, any Error>) -> Void

  private weak var session: URLSession?
  /// What has arrived: messages, and pongs between them, which are seen when the messages before them were read.
  private var inbox: [Frame] = []
  private var receivers: [Receiver] = []
  private var failure: (any Error)?
  private var ownResponse: HTTPURLResponse?
  private var ownCode = CloseCode.invalid
  private var ownReason: Data?
  private var limit = 1 << 20
  private var sentMessages: [Message] = []
  /// The handlers of pings without a pong.
  private var pings: [PongHandler] = []
  private var answersPings = true
  private var dropsHandlers = false
  private var clientClose: (CloseCode, Data?)?

  init(_ request: URLRequest, number: Int, queue: DispatchQueue, session: URLSession) {
    self.session = session
    super.init(nil, request, number: number, queue: queue)
    prepare = { [weak self, peer = session.webSocketPeer] in
      if let self { peer?(self) }
    }
  }

  override public var response: URLResponse? { lock.withLock { ownResponse } }
  public var closeCode: CloseCode { lock.withLock { ownCode } }
  public var closeReason: Data? { lock.withLock { ownReason } }

  public var maximumMessageSize: Int {
    get { lock.withLock { limit } }
    set { lock.withLock { limit = newValue } }
  }

  public func send(_ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    let failure = lock.withLock {
      if self.failure == nil { sentMessages.append(message) }
      return self.failure
    }
    deliver { completionHandler(failure) }
  }

  public func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
    lock.withLock { receivers.append(completionHandler) }
    settle()
  }

  public func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    lock.withLock {
      if answersPings, failure == nil {
        inbox.append(.pong(pongReceiveHandler))
      } else {
        pings.append(pongReceiveHandler)
      }
    }
    settle()
  }

  /// Sends a close frame and ends at once, without the server's.
  public func cancel(with closeCode: CloseCode, reason: Data?) {
    lock.withLock { clientClose = clientClose ?? (closeCode, reason) }
    // With the client's own code.
    tell { task, session, delegate in
      delegate.urlSession(session, webSocketTask: task, didCloseWith: closeCode, reason: reason)
    }
    end(URLError(.cancelled))
  }

  override public func cancel() { end(URLError(.cancelled)) }

  /// Passes what has arrived to those who wait for it.
  private func settle() {
    while let delivery = lock.withLock({ nextDelivery() }) { deliver(delivery.run) }
  }

  private func nextDelivery() -> Delivery? {
    if case .pong(let handler)? = inbox.first {
      inbox.removeFirst()
      return Delivery { handler(nil) }
    }
    if let failure, !pings.isEmpty {
      let handler = pings.removeFirst()
      // Apple's was seen to call a handler twice at the end, and not at all.
      let times = dropsHandlers ? 0 : 2
      return Delivery { for _ in 0..<times { handler(failure) } }
    }
    guard !receivers.isEmpty else { return nil }
    if case .message(let message)? = inbox.first {
      inbox.removeFirst()
      let receiver = receivers.removeFirst()
      return Delivery { receiver(.success(message)) }
    }
    return failure.map { failure in
      let receiver = receivers.removeFirst()
      return Delivery { receiver(.failure(failure)) }
    }
  }

  private func end(_ error: any Error) {
    let isFirst = lock.withLock {
      defer { failure = failure ?? error }
      return failure == nil
    }
    settle()
    guard isFirst else { return }
    tell { task, session, delegate in
      delegate.urlSession(session, task: task, didCompleteWithError: error)
    }
  }

  private func tell(
    _ call: @escaping @Sendable (URLSessionWebSocketTask, URLSession, any URLSessionWebSocketDelegate) -> Void
  ) {
    guard let session, let delegate = delegate as? any URLSessionWebSocketDelegate else { return }
    deliver { call(self, session, delegate) }
  }
}

// The server's end, for tests. Not Apple's.
extension URLSessionWebSocketTask {
  /// The messages that the client has sent.
  public var sent: [Message] { lock.withLock { sentMessages } }
  /// The close frame that the client has sent.
  public var closing: (code: CloseCode, reason: Data?)? { lock.withLock { clientClose } }

  /// Answers the handshake with this status; 101 opens the socket.
  public func answer(status: Int = 101, fields: [String: String] = [:], subprotocol: String? = nil) {
    guard let url = originalRequest?.url else { return }
    lock.withLock {
      ownResponse = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    }
    guard status == 101 else { return end(URLError(.badServerResponse)) }
    tell { task, session, delegate in
      delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: subprotocol)
    }
  }

  /// Delivers a message. As Apple's, the task fails with EMSGSIZE by one beyond its limit.
  public func arrive(_ message: Message) {
    guard message.size <= maximumMessageSize else {
      return end(NSError(domain: NSPOSIXErrorDomain, code: Int(EMSGSIZE)))
    }
    lock.withLock { inbox.append(.message(message)) }
    settle()
  }

  /// The pings that have no pong yet.
  public var pingsUnderWay: Int { lock.withLock { pings.count } }

  /// Leaves pings unanswered.
  public func ignorePings() { lock.withLock { answersPings = false } }

  /// Leaves pings unanswered, and does not call their handlers at the end.
  public func dropPings() { lock.withLock { (answersPings, dropsHandlers) = (false, true) } }

  /// Sends a close frame, or answers the client's.
  public func finish(_ code: Int, reason: String = "") {
    let closeCode = CloseCode(code)
    lock.withLock { (ownCode, ownReason) = (closeCode, Data(reason.utf8)) }
    tell { task, session, delegate in
      delegate.urlSession(
        session, webSocketTask: task, didCloseWith: closeCode, reason: Data(reason.utf8))
    }
    end(URLError(.networkConnectionLost))
  }

  /// Ends the connection without a close frame: the error is of the socket, not of URLSession.
  public func drop() {
    let url = originalRequest?.url?.absoluteString ?? ""
    end(
      NSError(domain: NSPOSIXErrorDomain, code: Int(ENOTCONN), userInfo: ["NSErrorFailingURLStringKey": url]))
  }
}
