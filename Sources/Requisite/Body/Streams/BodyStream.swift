/// A request body whose chunks are produced while it is sent.
public struct BodyStream: Sendable {
  /// The number of bytes, announced as `Content-Length`; nil if unknown. Some servers demand it, and answer 411 without it:
  /// lighttpd 1.4, for a POST over HTTP/2.
  ///
  /// If the stream yields more or fewer bytes, the call fails with ``NetworkRequestError/urlSessionFailed(_:)`` and the
  /// code `.requestBodyStreamExhausted`.
  public let length: Int64?
  /// True if ``makeStream`` can be called again, for a redirect or another attempt.
  public let isReplayable: Bool
  /// Returns the stream of the chunks, which starts at the first byte if ``isReplayable`` is true.
  public let makeStream: @Sendable () -> ByteStream
  /// The part of a file that the chunks are, until building the request has checked it; otherwise nil.
  let part: FilePart?
  /// Whether a body that can be read once was taken to be sent; nil for one that can be sent again.
  private let isTaken: Locked<Bool>?
}

extension BodyStream {
  /// Creates a body from chunks that can be read once.
  ///
  /// The call is not retried. A redirect that needs the body again, and any other call with it, fail with
  /// ``NetworkRequestError/invalidRequest(_:)``.
  public init(length: Int64? = nil, _ stream: ByteStream) {
    let isTaken = Locked(false)
    let makeStream: @Sendable () -> ByteStream = {
      let isFirst = isTaken.withLock { taken in
        defer { taken = true }
        return !taken
      }
      return isFirst
        ? stream : ByteStream { () async throws(NetworkRequestError) -> Data? in throw Self.wasTaken }
    }
    self.init(length: length, isReplayable: false, makeStream: makeStream, part: nil, isTaken: isTaken)
  }

  /// Throws if the body can be read once, and was taken before.
  func checkPass() throws(NetworkRequestError) {
    if isTaken?.withLock({ $0 }) == true { throw Self.wasTaken }
  }

  private static var wasTaken: NetworkRequestError {
    .invalidRequest(
      .body,
      "the body's stream can be read once, and was read for an earlier call: use BodyStream(restarting:)")
  }

  /// Creates a body that calls `makeStream` each time it is sent, so it can be sent again.
  public init(length: Int64? = nil, restarting makeStream: @escaping @Sendable () -> ByteStream) {
    self.init(length: length, isReplayable: true, makeStream: makeStream, part: nil, isTaken: nil)
  }

  /// Creates a body whose chunks are made of those of another. It can be sent again if that one can, and counts as read when that
  /// one is read: a call that is refused before, or is only shown, leaves both as they were.
  package init(
    reading source: BodyStream, length: Int64? = nil, _ makeStream: @escaping @Sendable () -> ByteStream
  ) {
    self.init(
      length: length, isReplayable: source.isReplayable, makeStream: makeStream, part: nil,
      isTaken: source.isTaken)
  }

  init(part: FilePart) {
    self.init(
      length: part.length, isReplayable: true, makeStream: { part.bytes }, part: part, isTaken: nil)
  }
}

extension BodyStream {
  /// Returns a pass over the chunks that fails if they have more or fewer bytes than ``length``.
  ///
  /// - Throws: The stream throws ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted`.
  package func checkedStream(for request: TransportRequest? = nil) -> ByteStream {
    guard let length else { return makeStream() }
    let (pull, count) = (makeStream().makeAsyncIterator().pull, Locked(Int64(0)))
    return ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in
      let chunk = try await pull()
      let given = count.withLock { count in
        count += Int64(chunk?.count ?? 0)
        return count
      }
      guard given <= length, chunk != nil || given == length else {
        let message = "the body's stream yielded \(given) bytes, but \(length) were announced"
        throw .urlSessionFailed(TransportFailure(.requestBodyStreamExhausted, message, request: request))
      }
      return chunk
    })
  }
}

extension ByteStream {
  /// Creates a stream of the chunks of several streams, in order.
  ///
  /// Each stream starts after the previous one has ended. The result can be read again if all of the streams can.
  public init(concatenating streams: [ByteStream]) {
    self.init(restarting: {
      let queue = Locked(Queue(streams: streams[...]))
      return { () async throws(NetworkRequestError) -> Data? in
        while let pass = queue.withLock({ $0.current() }) {
          if let chunk = try await pass.pull() { return chunk }
          queue.withLock { $0.pass = nil }
        }
        return nil
      }
    })
  }

  /// The streams that have not started, and the one that is being read.
  private struct Queue {
    var streams: ArraySlice<ByteStream>
    var pass: AsyncIterator?

    mutating func current() -> AsyncIterator? {
      if pass == nil { pass = streams.popFirst()?.makeAsyncIterator() }
      return pass
    }
  }
}
