import Requisite

/// The messages of a server over as many sockets as necessary, which
/// `client.sockets(of:)` returns.
///
/// When a socket cannot be opened or ends, the cause decides:
/// - A temporary one is followed by another socket after the wait of the retry policy: the connection could not be made, was
///   lost or silent, the handshake was answered with a status such as 429 or 503, or the server closed the socket with the
///   code 1001, 1011 to 1014, or none.
/// - The code 1000 ends the messages.
/// - Any other cause is thrown: a violation of the protocol, a status such as 404, a code of the application such as 4001, a
///   message that does not fit `Incoming`.
///
/// ``close(_:reason:)`` ends the messages in each state: while a socket is open, is opened, or is waited for. To close ``socket``
/// itself ends them only while it is open.
///
/// Each opening is one attempt: `RequestOptions.retry` and the stack's layer of retries do not repeat it. ``states`` reports
/// when a socket is open or lost, for a view.
///
/// The last socket is closed when the iterator is released. A cancelled task ends the messages with `.cancelled`, also during
/// a wait. There is one pass at a time.
public struct SocketSource<Incoming: Decodable & Sendable, Outgoing: Encodable & Sendable>: AsyncSequence,
  Sendable
{
  /// A message, in the order of arrival.
  public typealias Element = Incoming

  let connections: Reconnecting<SourceConnection<Incoming, Outgoing>>
  let current: Locked<WebSocket<Incoming, Outgoing>?>

  /// The socket that is open; nil before the first one, and while another one is opened or waited for.
  public var socket: WebSocket<Incoming, Outgoing>? { current.withLock { $0 } }

  /// The state of the socket: open, lost until another one follows, or closed.
  public var state: EventSource.ConnectionState { connections.states.state ?? .closed(nil) }

  /// The state now and each later one, over all passes. A reader that falls behind misses all but the latest 64. The sequence
  /// ends when all copies of the source and its iterators are released.
  public var states: AsyncStream<EventSource.ConnectionState> { connections.states.states() }

  /// Sends a message over the socket that is open.
  ///
  /// Without one nothing is sent, and nothing is kept for the next one. A send that fails says so in its error, and does not end
  /// the messages; catch the error within a loop over them, or it ends the loop.
  ///
  /// - Throws: `.urlSessionFailed` with a ``WebSocketFailure`` of the kind `lost` if no socket is open; what
  ///   ``WebSocket/send(_:)`` throws.
  public func send(_ message: Outgoing) async throws(NetworkRequestError) {
    guard let socket else {
      throw WebSocketFailure(.lost, "no socket is open").ofSending.error(for: nil)
    }
    try await socket.send(message)
  }

  /// Closes the source for good: a loop over its messages ends without an error, whether a socket is open, is opened, or is
  /// waited for, and so does each one that begins later. Messages that were not read are discarded.
  ///
  /// Returns when the server has answered the close frame of the open socket; at once if none is open.
  ///
  /// - Parameters:
  ///   - code: The code that the server gets; 1000 by default.
  ///   - reason: The reason that the server gets. What is beyond 123 bytes of UTF-8 is left out.
  /// - Throws: What ``WebSocket/close(_:reason:)`` throws. The loop ends all the same, unless the code cannot be sent.
  public func close(
    _ code: WebSocketCloseCode = .normal, reason: String = ""
  ) async throws(NetworkRequestError) {
    try code.checkSendable()
    // The reader may let go of the open socket as soon as the source is closed; one that was opened meanwhile is found after it.
    let open = socket
    connections.closing.close()
    try await (open ?? socket)?.close(code, reason: reason)
  }

  /// Starts a pass, whose first socket is opened when the first message is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pass: connections.makePass()) }

  /// One pass over the messages, with its own sockets.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pass: ReconnectingPass<SourceConnection<Incoming, Outgoing>>

    /// Returns the next message, over another socket if necessary; nil after the final end.
    ///
    /// - Throws: The error of a socket or its opening, if another one cannot help; `.cancelled`.
    public mutating func next() async throws(NetworkRequestError) -> Incoming? {
      try await next(isolation: nil)
    }

    /// Returns the next message; nil after the final end. `for try await` calls this function.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> Incoming? {
      try await pass.next(isolation: actor)
    }
  }
}

extension APIClient {
  /// Returns the messages that a server sends, over as many sockets as necessary.
  ///
  /// ```swift
  /// struct Chat: Request {
  ///   typealias ReturnType = WebSocket<String, String>
  ///   let path = "/chat"
  /// }
  /// let chat = client.sockets(of: Chat()) { socket in
  ///   try await socket.send("join swift")
  /// }
  /// for try await message in chat { print(message) }
  /// ```
  /// `dispatch(Chat())` opens only one socket and throws the error that ends it. ``SocketSource`` describes when another one is
  /// opened. The request is prepared anew for each, so that fresh credentials apply.
  ///
  /// - Parameters:
  ///   - request: The request for each socket.
  ///   - policy: The waits after temporary failures; by default random waits that grow to a minute, without limit, because
  ///     the reader decides when to stop. The count starts again after each message.
  ///   - budget: The limit of sockets after failures, for all sources that share the budget. None by default.
  ///   - minimumWait: The shortest wait before another socket. Half a second by default.
  ///   - maximumRetryAfter: The longest wait that a server may ask for by `Retry-After`. If it asks for more, the error is
  ///     thrown. Ten minutes by default, so that a source outlives a restart of its server.
  ///   - onOpen: Sends what each socket needs first, such as subscriptions, before ``SocketSource/socket`` is set and messages
  ///     are read; nothing by default. A temporary error of the socket leads to another socket, and an error of another type
  ///     ends the source with `.unknownError`.
  public func sockets<R: Request, Incoming, Outgoing>(
    of request: R, retrying policy: any RetryPolicy = .exponential(cap: .seconds(60), attempts: .max),
    budget: RetryBudget? = nil, minimumWait: Duration = .milliseconds(500),
    maximumRetryAfter: Duration = .seconds(600),
    onOpen: @escaping @Sendable (_ socket: WebSocket<Incoming, Outgoing>) async throws -> Void = { _ in }
  ) -> SocketSource<Incoming, Outgoing> where R.ReturnType == WebSocket<Incoming, Outgoing> {
    let current = Locked<WebSocket<Incoming, Outgoing>?>(nil)
    let connections = reconnecting(
      policy, budget: budget, minimumWait: minimumWait, standardWait: .zero,
      maximumRetryAfter: maximumRetryAfter
    ) {
      _, _ throws(NetworkRequestError) -> (
        (@Sendable () -> SourceConnection<Incoming, Outgoing>)?, TransportRequest
      ) in
      let (socket, _) = try await open(request)
      do { try await onOpen(socket) } catch {
        throw NetworkRequestError(error, request: socket.response.request)
      }
      let connection = SourceConnection(socket, current)
      return ({ connection }, socket.response.request)
    }
    return SocketSource(connections: connections, current: current)
  }
}

/// One socket of a source, which is its current one as long as it exists.
final class SourceConnection<Incoming: Decodable & Sendable, Outgoing: Encodable & Sendable>: Reconnectable,
  Sendable
{
  private let socket: WebSocket<Incoming, Outgoing>
  private let current: Locked<WebSocket<Incoming, Outgoing>?>

  init(_ socket: WebSocket<Incoming, Outgoing>, _ current: Locked<WebSocket<Incoming, Outgoing>?>) {
    self.socket = socket
    self.current = current
    current.withLock { $0 = socket }
  }

  deinit {
    // The socket of a later pass stays the current one.
    current.withLock { if $0?.owner === socket.owner { $0 = nil } }
  }

  var resumption: Resumption { Resumption(isFinal: true) }

  func next(isolation actor: isolated (any Actor)?) async throws(NetworkRequestError) -> Incoming? {
    var messages = socket.makeAsyncIterator()
    if let message = try await messages.next(isolation: actor) { return message }
    if let failure = socket.orderlyClose { throw failure.error(for: socket.response.request) }
    return nil
  }
}
