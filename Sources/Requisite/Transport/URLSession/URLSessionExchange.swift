#if FoundationNetworking || !(os(Linux) || os(Android))
  /// One request in a `URLSession`, from the start of its task to its last byte.
  ///
  /// The session's queue, the calling task and its cancellation share it. All mutable state is in `state`, under its lock. The
  /// continuation is removed from the state before it is resumed, so it is resumed once.
  final class URLSessionExchange: Sendable {
    typealias Outcome = Result<TransportResponse, NetworkRequestError>

    struct State {
      var task: URLSessionTask?
      var continuation: CheckedContinuation<Outcome, Never>?
      var head: TransportResponse?
      var sink: URLSessionSink
      var failure: NetworkRequestError?
      var isCancelled = false
      var meter: ProgressMeter?
      /// The announced length of the body; negative if it is unknown.
      var announced: Int64 = -1
      var timings: TransferTimings?
      var isPaused = false
      /// True if the header section of the request was sent, as far as it was measured.
      var wasSent = false
      /// True after the response was complete.
      var hasEnded = false
    }

    /// The serial queue on which tasks are cancelled, suspended and resumed. Calling `cancel()` on the thread of a Swift task
    /// can deadlock with the session.
    private static let control = DispatchQueue(label: "requisite.urlsession.control")

    let request: TransportRequest
    let state: Locked<State>

    init(_ request: TransportRequest, file: TransferFile? = nil) {
      self.request = request
      state = Locked(
        State(
          sink: URLSessionSink(request, file: file),
          meter: request.options.onProgress == nil ? nil : ProgressMeter(request)))
    }

    func start(_ task: URLSessionTask, resuming continuation: CheckedContinuation<Outcome, Never>) {
      let isCancelled = state.withLock { state in
        state.task = task
        state.continuation = continuation
        return state.isCancelled
      }
      if isCancelled { stop(with: .cancelled(request)) } else { task.resume() }
    }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      stop(with: .cancelled(request))
    }

    /// True if the call has failed, so that its task is cancelled or about to be.
    var isOver: Bool { state.withLock { $0.failure != nil } }

    /// Ends the call for its caller at once and cancels its task later, on `control`.
    func stop(with error: NetworkRequestError) {
      let task = state.withLock { state in
        state.failure = state.failure ?? error
        return state.task
      }
      guard let task else { return }
      Self.control.async { URLSessionHost.cancel(task) }
      finish(.failure(error))
    }

    /// Suspends the task if its reader is slow, and resumes it when the reader has caught up.
    ///
    /// The state is read on `control`, which is serial, so the last change always takes effect last.
    func pace() {
      Self.control.async { [self] in
        let change = state.withLock { state -> (URLSessionTask, Bool)? in
          let isFull = state.sink.isFull && state.failure == nil
          guard let task = state.task, isFull != state.isPaused else { return nil }
          state.isPaused = isFull
          return (task, isFull)
        }
        if let (task, isPaused) = change { URLSessionHost.setPaused(isPaused, task) }
      }
    }

    func finish(_ outcome: Outcome) {
      let (continuation, sink) = state.withLock { state in
        defer { state.continuation = nil }
        return (state.continuation, state.sink)
      }
      guard case .failure(let error) = outcome else { continuation?.resume(returning: outcome); return }
      sink.fail(error)
      continuation?.resume(returning: judged(error, sink.data))
    }

    /// Returns the response instead of the error that ended its body if the status is an error or a redirect.
    private func judged(_ error: NetworkRequestError, _ data: Data) -> Outcome {
      guard request.delivery != .streamed, let head = state.withLock({ $0.head }) else {
        return .failure(error)
      }
      return Result { () throws(NetworkRequestError) in try head.unfinished(data, error, of: request) }
    }
  }
#endif
