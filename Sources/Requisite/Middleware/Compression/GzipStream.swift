extension ByteStream {
  /// Compresses the chunks of `source` by gzip while they are read, with one chunk of `source` in memory at a time.
  ///
  /// zlib buffers its output, so several chunks of `source` can result in one compressed chunk.
  ///
  /// - Throws: The stream throws the errors of `source`; ``NetworkRequestError/cancelled(_:)`` if the task is cancelled;
  ///   and ``NetworkRequestError/invalidRequest(_:)`` if zlib fails.
  static func gzip(_ source: ByteStream) -> ByteStream {
    let pass = GzipPass(source)
    return ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in try await pass.next() })
  }

  /// Returns the bytes of `data` in chunks of 256 KiB, so that ``gzip(_:)`` checks for cancellation often.
  static func pieces(of data: Data) -> ByteStream {
    ByteStream(restarting: {
      let rest = Locked(data)
      return { () async throws(NetworkRequestError) -> Data? in
        rest.withLock { rest in
          guard !rest.isEmpty else { return nil }
          defer { rest = rest.dropFirst(256 << 10) }
          return rest.prefix(256 << 10)
        }
      }
    })
  }
}

/// One pass over a source, with the encoder that compresses its chunks.
private final class GzipPass: Sendable {
  private struct State {
    var encoder: GzipEncoder?
    var hasEnded = false
  }

  private let pull: ByteStream.Pull
  private let state = Locked(State())

  init(_ source: ByteStream) {
    pull = source.makeAsyncIterator().pull
  }

  func next() async throws(NetworkRequestError) -> Data? {
    while !state.withLock(\.hasEnded) {
      guard !Task.isCancelled else { throw .cancelled(nil) }
      let output = try encode(try await pull())
      if !output.isEmpty { return output }
      // A source in memory never suspends, so this task must let others use the thread.
      await Task.yield()
    }
    return nil
  }

  /// Encodes a piece of the source; nil ends the compressed stream.
  private func encode(_ piece: Data?) throws(NetworkRequestError) -> Data {
    let output = state.withLock { state -> Data? in
      let encoder = state.encoder ?? GzipEncoder()
      let output = encoder?.encode(piece ?? Data(), isLast: piece == nil)
      state = State(encoder: encoder, hasEnded: piece == nil || output == nil)
      return output
    }
    guard let output else {
      throw .invalidRequest(InvalidRequest(.body, "the body could not be compressed: zlib has no memory"))
    }
    return output
  }
}
