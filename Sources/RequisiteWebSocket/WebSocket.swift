import Requisite

/// A WebSocket (RFC 6455) as the `ReturnType` of a request: messages in both directions, until one end closes it.
///
/// ```swift
/// nonisolated struct PriceUpdate: Decodable, Sendable { var price: Double }
/// nonisolated struct PriceOrder: Encodable, Sendable { var symbol: String }
/// struct Prices: Request {
///   typealias ReturnType = WebSocket<PriceUpdate, PriceOrder>
///   let path = "/prices"
/// }
/// let socket = try await client.dispatch(Prices())
/// try await socket.send(PriceOrder(symbol: "AAPL"))
/// for try await price in socket { print(price) }
/// try await socket.close()
/// ```
/// `Incoming` and `Outgoing` are `String` (text messages), `Data` (binary ones), ``WebSocketMessage`` (both), or any other
/// `Codable` types, which are JSON in text by the client's coders. The request's path, query, header fields, credentials,
/// cookies and redirects apply to the handshake, and the base URL may begin with `ws` or `wss` in place of `http` or
/// `https`. A status other than 101 is thrown as the error of that status. ``WebSocketOptions`` has the limits.
///
/// **Pace.** The server is not read while 256 KiB wait for the reader, and a send waits while 256 KiB wait for the server.
/// What follows a message, pings included, is read when the next message is requested. One task at a time reads; any
/// number may send.
///
/// **End.** The messages end after a close frame with the code 1000, 1001 or none, and with an error otherwise: its
/// `underlyingError` is a ``WebSocketFailure``. If the reading task is cancelled, the connection is closed. A socket that is
/// no longer referenced closes itself with 1001.
public struct WebSocket<Incoming: Decodable & Sendable, Outgoing: Encodable & Sendable>: AsyncSequence,
  Sendable
{
  /// A message, in the order of arrival.
  public typealias Element = Incoming

  let owner: SocketOwner

  /// The response to the handshake, with its header fields and without a body.
  public var response: NetworkResponse { owner.response }
  /// The subprotocol that client and server have agreed on; nil for none.
  public var subprotocol: String? { owner.core.subprotocol }

  /// The failure that ``SocketSource`` makes of the orderly end of the messages; nil if nothing should follow.
  var orderlyClose: WebSocketFailure? { owner.core.orderlyClose }

  /// Sends a message.
  ///
  /// Returns as soon as the message is on its way; that the server gets it is known only from its own messages. Messages of
  /// several tasks are compressed one after the other. If the task is cancelled while it waits for that or for room, the
  /// connection is closed, because a part of the message may be sent.
  ///
  /// - Throws: `.invalidRequest` if the message cannot be encoded, and nothing is sent then; the error that ended the socket, with
  ///   a text that begins with “the message could not be sent”; `.urlSessionFailed` with a ``WebSocketFailure`` of the kind
  ///   `ended` after ``close(_:reason:)``; `.cancelled`.
  public func send(_ message: Outgoing) async throws(NetworkRequestError) {
    try await owner.send(try RawMessage(message, by: owner.encoder))
  }

  /// Sends a ping, and returns the time until the server's pong. A pong behind a message that is not read waits for the
  /// reader.
  ///
  /// - Throws: The error that ended the socket; `.cancelled`, after which the connection is closed.
  public func ping() async throws(NetworkRequestError) -> Duration { try await owner.core.ping() }

  /// Closes the socket, and returns when the server has answered. Messages that were not read are discarded.
  ///
  /// - Parameters:
  ///   - code: The code that the server gets; 1000 by default.
  ///   - reason: The reason that the server gets. What is beyond 123 bytes of UTF-8 is left out.
  /// - Throws: `.invalidRequest` if the code cannot be sent (``WebSocketCloseCode/isSendable``); `.urlSessionFailed` with a
  ///   ``WebSocketFailure`` if the server does not answer within ``WebSocketOptions/closeTimeout``, or the connection was lost;
  ///   `.cancelled`, after which the connection is closed.
  public func close(
    _ code: WebSocketCloseCode = .normal, reason: String = ""
  ) async throws(NetworkRequestError) {
    try code.checkSendable()
    try await owner.core.close(code, reason: reason)
  }

  /// Returns the next message, as a loop over the socket does: for one response to a message that was sent. Nil after an orderly
  /// end.
  ///
  /// - Throws: What ``AsyncIterator/next()`` throws.
  public func receive() async throws(NetworkRequestError) -> Incoming? {
    var messages = makeAsyncIterator()
    return try await messages.next()
  }

  /// Starts reading. There is one pass: a second iterator continues where the first stopped.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(owner: owner) }

  /// One pass over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let owner: SocketOwner

    /// Returns the next message; nil after an orderly end.
    ///
    /// - Throws: `.decodingError` if the message does not fit `Incoming`, after which the next one can be read; the error
    ///   that ended the socket; `.cancelled`, after which the connection is closed.
    public mutating func next() async throws(NetworkRequestError) -> Incoming? {
      try await next(isolation: nil)
    }

    /// Returns the next message; nil after an orderly end. `for try await` calls this function.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> Incoming? {
      guard let message = try await owner.next(inParts: false) else { return nil }
      return try message.value(Incoming.self, by: owner.decoder, of: owner.response)
    }
  }
}

extension WebSocket {
  /// Unavailable: the socket itself is the sequence of its messages.
  @available(*, unavailable, message: "read the socket itself, as in: for try await message in socket")
  public var messages: WebSocket { self }
}

extension WebSocket: ResponseConvertible {
  /// As a connection.
  public static var responseForm: ResponseForm { .opened(ResponseForm.Connection(SocketOpener.self)) }

  /// Takes the connection that was opened for the request.
  ///
  /// - Throws: `.decodingError` if none was opened, because a layer or a stub answered the request.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    guard case .opened(let opener) = response.request.delivery, let opening = opener.work as? SocketOpener,
      let core = opening.take()
    else {
      let problem = "no WebSocket was opened: the response did not come from a transport that opens them"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: response))
    }
    owner = SocketOwner(core, response, decoder, opening.encoder)
  }
}

/// Closes the socket when the last reference to it is released.
final class SocketOwner: Sendable {
  let core: any SocketDriver
  let response: NetworkResponse
  let decoder: any ResponseDecoder
  let encoder: any BodyEncoder
  private let recorder: WebSocketRecorder?

  init(
    _ core: any SocketDriver, _ response: NetworkResponse, _ decoder: any ResponseDecoder,
    _ encoder: any BodyEncoder
  ) {
    self.core = core
    self.response = response
    self.decoder = decoder
    self.encoder = encoder
    recorder = response.request.options.webSocketRecorder
  }

  func send(_ message: RawMessage) async throws(NetworkRequestError) {
    recorder?.note(sent: message)
    do throws(NetworkRequestError) { try await core.send(message) } catch { throw error.ofSending }
  }

  func next(inParts: Bool) async throws(NetworkRequestError) -> RawMessage? {
    let message = try await core.next(inParts: inParts)
    if let recorder, let message { recorder.note(received: message) }
    return message
  }

  func nextPart(of number: Int) async throws(NetworkRequestError) -> RawMessage {
    let part = try await core.nextPart(of: number)
    recorder?.note(received: part)
    return part
  }

  deinit { core.abandon() }
}

extension WebSocket {
  /// The messages, each as a stream of its bytes, for messages that are larger than memory.
  ///
  /// ```swift
  /// func save(_ socket: WebSocket<Data, String>) async throws {
  ///   for try await message in socket.streams {
  ///     var size = 0
  ///     for try await chunk in message.bytes { size += chunk.count }
  ///     print(message.isText, size)
  ///   }
  /// }
  /// ```
  /// The server is not read faster than the stream, and ``WebSocketOptions/maximumMessageSize`` does not apply. What was not
  /// read of a message is skipped when the next one is asked for, here or from the socket itself.
  public var streams: WebSocketStreams { WebSocketStreams(owner: owner) }
}

/// The messages of a ``WebSocket``, each as a stream of its bytes.
public struct WebSocketStreams: AsyncSequence, Sendable {
  /// A message whose bytes are read as they arrive.
  public struct Element: Sendable {
    /// True for text: then the stream ends with an error if the bytes are not UTF-8. A chunk may end within a character.
    public let isText: Bool
    /// The bytes of the message, decompressed. They throw what reading the socket throws, the end of the socket within the
    /// message included, and `.unknownError` after the next message was asked for.
    public let bytes: ByteStream
  }

  fileprivate let owner: SocketOwner

  /// Starts reading. There is one pass: a second iterator continues where the first stopped.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(owner: owner) }

  /// One pass over the messages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let owner: SocketOwner

    /// Returns the next message, as soon as its first bytes have arrived; nil after an orderly end.
    ///
    /// - Throws: The error that ended the socket; `.cancelled`, after which the connection is closed.
    public mutating func next() async throws(NetworkRequestError) -> Element? {
      guard let first = try await owner.next(inParts: true) else { return nil }
      return Element(isText: first.isText, bytes: owner.stream(from: first))
    }
  }
}

extension SocketOwner {
  /// Returns the bytes of the message that begins with a part.
  fileprivate func stream(from first: RawMessage) -> ByteStream {
    let number = core.messageNumber
    let last = Locked<RawMessage?>(first)
    let isOver = Locked(first.isEnd)
    return ByteStream { [self] () async throws(NetworkRequestError) -> Data? in
      if let part = last.withLock({ $0.take() }) { return part.bytes }
      guard !isOver.withLock({ $0 }) else { return nil }
      let part = try await nextPart(of: number)
      isOver.withLock { $0 = part.isEnd }
      return part.bytes
    }
  }
}

/// The options of WebSockets, as the request option `webSocket`.
///
/// ```swift
/// struct Chat: Request {
///   typealias ReturnType = WebSocket<String, String>
///   let path = "/chat"
///   let options = RequestOptions().with(\.webSocket, WebSocketOptions(subprotocols: ["chat.v2", "chat"]))
/// }
/// ```
/// The handshake obeys the request's options: `timeout` is the longest silence of the server, `deadline` bounds the
/// handshake with its redirects and attempts, and not the socket after it.
public struct WebSocketOptions: Sendable, Hashable {
  /// The subprotocols offered, the preferred one first (RFC 6455 §1.9). A server that chooses another one is refused. Empty
  /// by default.
  public var subprotocols: [String]
  /// Whether messages may be compressed by permessage-deflate (RFC 7692), if the server agrees. True by default. It has an
  /// effect on Linux alone.
  public var compresses = true
  /// Messages of fewer bytes are sent uncompressed. 256 by default: the compressed form of shorter ones is hardly shorter.
  public var minimumCompressedSize = 256
  /// The most bytes of a message that arrives, after decompression. 16 MiB by default. A larger one ends the socket with
  /// the code 1009.
  public var maximumMessageSize = 16 << 20
  /// The time between two pings that keep the connection alive, and find out that it is lost. nil by default: none are sent.
  public var pingInterval: Duration?
  /// The longest time without any byte of the server after a ping. 20 seconds by default. On Apple platforms, whose URLSession
  /// sees a pong only when the messages before it are read, it counts while a message is waited for.
  public var pongTimeout: Duration = .seconds(20)
  /// The longest time that the close handshake may take. 5 seconds by default; the connection is then closed without it. It
  /// has no effect on Apple platforms, whose URLSession sends its close frame and ends without the server's.
  public var closeTimeout: Duration = .seconds(5)

  /// Creates options with the defaults of all but the subprotocols.
  public init(subprotocols: [String] = []) { self.subprotocols = subprotocols }
}

extension RequestOptions {
  /// The options of the WebSocket that the request opens.
  public var webSocket: WebSocketOptions {
    get { self[WebSocketKey.self] }
    set { self[WebSocketKey.self] = newValue }
  }
}

private enum WebSocketKey: RequestOptionKey { static let defaultValue = WebSocketOptions() }
