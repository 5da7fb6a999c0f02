/// Lets one task at a time read a pass over a stream.
///
/// Sources rely on it: a source has room for one waiting reader, and decodes without a lock. It also ends the pass at its
/// first error, because a source that yields chunks after an error may have left a gap.
final class StreamTurn: Sendable {
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
    case .taken: throw .unknownError(UnknownFailure(StreamIsBusy()))
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
