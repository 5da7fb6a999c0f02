/// Chunks between a producer that cannot wait and one reader that can.
///
/// Safe to share: all that changes stands in `state`, under its lock; the reader's continuation is taken out of it
/// before it is resumed.
final class ChunkQueue: Sendable {
  private struct State {
    var chunks: [Data] = []
    var end: Result<Void, NetworkRequestError>?
    var reader: CheckedContinuation<Result<Data?, NetworkRequestError>, Never>?
  }

  private let state = Locked(State())

  func append(_ chunk: Data) {
    let reader = state.withLock { state in
      guard let reader = state.reader.take() else {
        state.chunks.append(chunk)
        return nil as CheckedContinuation<Result<Data?, NetworkRequestError>, Never>?
      }
      return reader
    }
    reader?.resume(returning: .success(chunk))
  }

  /// No more chunks come: all is here, or the call has failed. The first end counts.
  func finish(_ error: NetworkRequestError?) {
    let end: Result<Void, NetworkRequestError> = error.map { .failure($0) } ?? .success(())
    let reader = state.withLock { state in
      state.end = state.end ?? end
      return state.reader.take()
    }
    reader?.resume(returning: end.map { nil })
  }

  /// The chunks as a stream. `ending` runs when the stream is dropped or its reader cancelled.
  func stream(ending: @escaping @Sendable () -> Void) -> ByteStream {
    let owner = StreamOwner(ending)
    return ByteStream(end: { self.end }) { () async throws(NetworkRequestError) -> Data? in
      let result = await withTaskCancellationHandler {
        await self.next()
      } onCancel: {
        owner.end()
      }
      return try result.get()
    }
  }

  private var end: ByteStream.End? {
    state.withLock { state in
      guard state.chunks.isEmpty, case .success = state.end else { return nil }
      return ByteStream.End()
    }
  }

  private func next() async -> Result<Data?, NetworkRequestError> {
    await withCheckedContinuation { continuation in
      let ready: Result<Data?, NetworkRequestError>? = state.withLock { state in
        if !state.chunks.isEmpty { return .success(state.chunks.removeFirst()) }
        if let end = state.end { return end.map { nil } }
        state.reader = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}

/// Ends what feeds a stream when the last reference to the stream goes.
final class StreamOwner: Sendable {
  private let ending: @Sendable () -> Void

  init(_ ending: @escaping @Sendable () -> Void) {
    self.ending = ending
  }

  func end() { ending() }

  deinit { ending() }
}
