/// A body that is made while it is sent.
public struct BodyStream: Sendable {
  /// The number of bytes, where it is known: then it is announced as `Content-Length`, and a stream that gives
  /// more or fewer fails the call.
  public let length: Int64?
  /// Whether ``makeStream`` may be called again, for a redirect or another attempt.
  public let isReplayable: Bool
  /// Starts to read from the beginning.
  public let makeStream: @Sendable () -> ByteStream

  /// Makes a body of chunks that can be read once. It is not sent again: a redirect that would need it, or another
  /// attempt, fails.
  public init(length: Int64? = nil, _ stream: ByteStream) {
    self.length = length
    isReplayable = false
    makeStream = { stream }
  }

  /// Makes a body that starts anew each time it is sent.
  public init(length: Int64? = nil, restarting makeStream: @escaping @Sendable () -> ByteStream) {
    self.length = length
    isReplayable = true
    self.makeStream = makeStream
  }
}

extension ByteStream {
  /// The chunks of several streams, one stream after the other; each is started when its turn comes.
  ///
  /// It can be read again if all of them can.
  public init(concatenating streams: [ByteStream]) {
    self.init(restarting: {
      let queue = Locked(Queue(streams: streams[...]))
      return { () async throws(NetworkRequestError) -> Data? in
        while let pull = queue.withLock({ $0.current() }) {
          if let chunk = try await pull() { return chunk }
          queue.withLock { $0.pull = nil }
        }
        return nil
      }
    })
  }

  /// What is left of the streams, and the one being read.
  private struct Queue {
    var streams: ArraySlice<ByteStream>
    var pull: Pull?

    mutating func current() -> Pull? {
      if pull == nil { pull = streams.popFirst()?.makeAsyncIterator().pull }
      return pull
    }
  }
}
