/// Chunks between a producer that cannot wait and one reader that can.
///
/// A producer that can be slowed down asks ``isFull``: true from 256 KiB on, until the reader has left fewer than 64 KiB.
///
/// Safe to share: all that changes stands in `state`, under its lock; the reader's continuation is taken out of it
/// before it is resumed.
final class ChunkQueue: Sendable {
  private struct State {
    var chunks: [Data] = []
    var end: Result<ByteStream.End, NetworkRequestError>?
    var count = 0
    var isFull = false
    var reader: CheckedContinuation<Result<Data?, NetworkRequestError>, Never>?
  }

  private let state = Locked(State())
  private static let highWater = 256 << 10
  private static let lowWater = 64 << 10

  /// True if so much is unread that the producer should wait.
  var isFull: Bool { state.withLock { $0.isFull } }

  func append(_ chunk: Data) {
    let reader = state.withLock { state in
      guard let reader = state.reader.take() else {
        state.chunks.append(chunk)
        state.count += chunk.count
        if state.count >= Self.highWater { state.isFull = true }
        return nil as CheckedContinuation<Result<Data?, NetworkRequestError>, Never>?
      }
      return reader
    }
    reader?.resume(returning: .success(chunk))
  }

  /// No more chunks come: all is here, or the call has failed. The first end counts.
  func finish(_ error: NetworkRequestError?, _ end: ByteStream.End = ByteStream.End()) {
    let end: Result<ByteStream.End, NetworkRequestError> = error.map { .failure($0) } ?? .success(end)
    let reader = state.withLock { state in
      state.end = state.end ?? end
      return state.reader.take()
    }
    reader?.resume(returning: end.map { _ in nil })
  }

  /// The chunks as a stream. `ending` runs when the stream is dropped or its reader cancelled, `drained` when the queue was
  /// full and no longer is.
  func stream(
    ending: @escaping @Sendable () -> Void, drained: @escaping @Sendable () -> Void = {}
  ) -> ByteStream {
    let owner = StreamOwner(ending)
    return ByteStream(end: { self.end }) { () async throws(NetworkRequestError) -> Data? in
      let result = await withTaskCancellationHandler {
        await self.next(drained)
      } onCancel: {
        owner.end()
      }
      return try result.get()
    }
  }

  private var end: ByteStream.End? {
    state.withLock { state in
      guard state.chunks.isEmpty, case .success(let end) = state.end else { return nil }
      return end
    }
  }

  private func next(_ drained: @Sendable () -> Void) async -> Result<Data?, NetworkRequestError> {
    var isDrained = false
    let result: Result<Data?, NetworkRequestError> = await withCheckedContinuation { continuation in
      let ready = state.withLock { state in Self.take(from: &state, or: continuation, &isDrained) }
      if let ready { continuation.resume(returning: ready) }
    }
    if isDrained { drained() }
    return result
  }

  private static func take(
    from state: inout State, or reader: CheckedContinuation<Result<Data?, NetworkRequestError>, Never>,
    _ isDrained: inout Bool
  ) -> Result<Data?, NetworkRequestError>? {
    guard !state.chunks.isEmpty else {
      if let end = state.end { return end.map { _ in nil } }
      state.reader = reader
      return nil
    }
    let chunk = state.chunks.removeFirst()
    state.count -= chunk.count
    if state.isFull, state.count < lowWater { (state.isFull, isDrained) = (false, true) }
    return .success(chunk)
  }
}

/// Ends what feeds a stream when the last reference to the stream goes.
private final class StreamOwner: Sendable {
  private let ending: @Sendable () -> Void

  init(_ ending: @escaping @Sendable () -> Void) {
    self.ending = ending
  }

  func end() { ending() }

  deinit { ending() }
}
