/// A stream that collects what is read of it, and hands it over when all has been read. What is too large, fails or is
/// not read to its end, is not handed over.
struct CollectingStream: Sendable {
  /// The chunks, as they come.
  let stream: ByteStream

  init(_ source: ByteStream, upTo limit: Int, whole: @escaping @Sendable (Data) async -> Void) {
    let collected = Locked<Data?>(Data())
    let pull = source.makeAsyncIterator().pull
    stream = ByteStream(continuing: source) { () async throws(NetworkRequestError) -> Data? in
      guard let chunk = try await pull() else {
        if let data = collected.withLock({ $0.take() }) { await whole(data) }
        return nil
      }
      collected.withLock { data in
        guard let count = data?.count, chunk.count <= limit - count else { return data = nil }
        data?.append(chunk)
      }
      return chunk
    }
  }
}
