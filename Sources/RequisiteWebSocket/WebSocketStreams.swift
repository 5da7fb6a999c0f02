import Requisite

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
