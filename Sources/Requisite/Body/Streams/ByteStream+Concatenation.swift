extension ByteStream {
  /// The chunks of several streams, one stream behind the other; each is started when its turn comes.
  ///
  /// It can be read again where all of them can.
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
