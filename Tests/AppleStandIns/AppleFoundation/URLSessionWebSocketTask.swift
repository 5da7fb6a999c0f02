/// The stand-in of Apple's WebSocket task. It has no network: a test plays the server.
///
/// `@unchecked Sendable` because all that changes stands under `lock`.
public final class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum Message: Sendable {
    case data(Data)
    case string(String)
  }

  /// Apple's is an enumeration of C, which takes any number.
  public struct CloseCode: RawRepresentable, Sendable, Equatable {
    public let rawValue: Int
    public init?(rawValue: Int) { self.rawValue = rawValue }
    fileprivate init(_ rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = CloseCode(0)
    public static let normalClosure = CloseCode(1000)
  }

  private typealias Receiver = @Sendable (Result<Message, any Error>) -> Void

  private weak var session: URLSession?
  private var inbox: [Message] = []
  private var receivers: [Receiver] = []
  private var failure: (any Error)?
  private var ownResponse: HTTPURLResponse?
  private var ownCode = CloseCode.invalid
  private var ownReason: Data?
  private var limit = 1 << 20
  private var sentMessages: [Message] = []
  private var pongs: [@Sendable ((any Error)?) -> Void] = []
  private var answersPings = true
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
    lock.withLock { pongs.append(pongReceiveHandler) }
    settle()
  }

  public func cancel(with closeCode: CloseCode, reason: Data?) {
    lock.withLock { clientClose = (closeCode, reason) }
  }

  override public func cancel() { end(URLError(.cancelled)) }

  /// Passes what has arrived to those who wait for it.
  private func settle() {
    while let (receiver, result) = lock.withLock({ nextResult() }) { deliver { receiver(result) } }
    let (handlers, failure) = lock.withLock { takePongs() }
    for handler in handlers { deliver { handler(failure) } }
  }

  private func takePongs() -> ([@Sendable ((any Error)?) -> Void], (any Error)?) {
    guard answersPings || failure != nil else { return ([], failure) }
    defer { pongs = [] }
    return (pongs, failure)
  }

  private func nextResult() -> (Receiver, Result<Message, any Error>)? {
    guard !receivers.isEmpty else { return nil }
    if !inbox.isEmpty { return (receivers.removeFirst(), .success(inbox.removeFirst())) }
    return failure.map { (receivers.removeFirst(), .failure($0)) }
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

  /// Delivers a message.
  public func arrive(_ message: Message) {
    lock.withLock { inbox.append(message) }
    settle()
  }

  /// Leaves pings unanswered.
  public func ignorePings() { lock.withLock { answersPings = false } }

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

  /// Ends the connection without a close frame.
  public func drop() { end(URLError(.networkConnectionLost)) }
}
