/// A queue of chunks between a producer that cannot wait and one reader that can.
///
/// A producer that can pause checks ``isFull``: true from 256 KiB of unread chunks on, until fewer than 64 KiB are
/// left. Small chunks are joined, so that a server that sends single bytes fills the queue with a few chunks.
///
/// Safe to share: all mutable state is in `state`, under its lock. The reader's continuation is taken out of `state`
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
  /// The maximum size of a chunk that is made of several.
  private static let joined = 16 << 10

  /// True if so much is unread that the producer should pause.
  var isFull: Bool { state.withLock { $0.isFull } }

  func append(_ chunk: Data) {
    let reader = state.withLock { state in
      guard let reader = state.reader.take() else {
        Self.append(chunk, to: &state.chunks)
        state.count += chunk.count
        if state.count >= Self.highWater { state.isFull = true }
        return nil as CheckedContinuation<Result<Data?, NetworkRequestError>, Never>?
      }
      return reader
    }
    reader?.resume(returning: .success(chunk))
  }

  private static func append(_ chunk: Data, to chunks: inout [Data]) {
    guard let last = chunks.last?.count, chunk.count <= joined - last else { return chunks.append(chunk) }
    chunks[chunks.count - 1].append(chunk)
  }

  /// Ends the queue with the error of a failed call, or with the end of the body. Only the first call counts.
  func finish(_ error: NetworkRequestError?, _ end: ByteStream.End = ByteStream.End()) {
    let end: Result<ByteStream.End, NetworkRequestError> = error.map { .failure($0) } ?? .success(end)
    let reader = state.withLock { state in
      state.end = state.end ?? end
      return state.reader.take()
    }
    reader?.resume(returning: end.map { _ in nil })
  }

  /// Returns the chunks as a stream. `ending` runs once, when the stream is discarded or dropped or its reader is cancelled,
  /// `drained` when a full queue has room again.
  func stream(
    ending: @escaping @Sendable () -> Void, drained: @escaping @Sendable () -> Void = {}
  ) -> ByteStream {
    let ending = StreamEnd(ending)
    return ByteStream(end: { self.end }, discard: ending.run) {
      () async throws(NetworkRequestError) -> Data? in
      let result = await withTaskCancellationHandler {
        await self.next(drained)
      } onCancel: {
        ending.run()
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

/// Lets one task at a time read a pass over a stream.
///
/// Sources rely on it: a source has room for one waiting reader, and decodes without a lock. It also ends the pass at its
/// first error, because a source that yields chunks after an error may have left a gap.
final class StreamAccess: Sendable {
  private enum State { case free, taken, failed(NetworkRequestError) }

  private let state = Locked(State.free)

  /// Begins a read.
  ///
  /// - Throws: The error that ended the pass; ``NetworkRequestError/unknownError(_:)`` if another task is reading.
  func begin() throws(NetworkRequestError) {
    let earlier = state.withLock { state in
      let earlier = state
      if case .free = state { state = .taken }
      return earlier
    }
    switch earlier {
    case .free: return
    case .taken: throw .unknownError(NetworkRequestError.UnknownFailure(StreamIsBusy()))
    case .failed(let error): throw error
    }
  }

  /// Ends the read that began last.
  func end() {
    state.withLock { $0 = .free }
  }

  /// Ends the read that began last, and the pass.
  func end(with error: NetworkRequestError) {
    state.withLock { $0 = .failed(error) }
  }
}

/// The error of a task that reads a stream while another one does. It says nothing of the request, which may have been
/// sent.
struct StreamIsBusy: Error, CustomStringConvertible {
  var description: String { "another task is reading this stream: read a stream in one task at a time" }
}
