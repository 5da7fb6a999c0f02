extension ByteStream {
  /// The chunks of `source` by gzip, compressed while they are read: one chunk of it is in memory at a time.
  ///
  /// zlib collects what it makes, so a chunk of the source may give none here, and the first bytes come late.
  ///
  /// - Throws: What the source throws; ``NetworkRequestError/cancelled(_:)`` where the task is.
  static func gzip(_ source: ByteStream) -> ByteStream {
    let pass = GzipPass(source)
    return ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in try await pass.next() })
  }

  /// The bytes of `data` in chunks of 256 KiB, so that work between two of them is brief.
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

/// One pass over a source, and the encoder that its chunks go through.
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
      // The source may never wait, and other tasks need the thread, too.
      await Task.yield()
    }
    return nil
  }

  /// Encodes a piece, nil for the end.
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
