#if FoundationNetworking || !os(Linux)
  /// One request in a `URLSession`, from the start of its task to its last byte.
  ///
  /// The session's queue, the calling task and its cancellation share it. All mutable state is in `state`, under its lock. The
  /// continuation is removed from the state before it is resumed, so it is resumed once.
  final class URLSessionExchange: Sendable {
    typealias Outcome = Result<TransportResponse, NetworkRequestError>

    private struct State {
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
    }

    /// The serial queue on which tasks are cancelled, suspended and resumed. Calling `cancel()` on the thread of a Swift task
    /// can deadlock with the session.
    private static let control = DispatchQueue(label: "requisite.urlsession.control")

    let request: TransportRequest
    private let state: Locked<State>

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
    private func stop(with error: NetworkRequestError) {
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
    private func pace() {
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

    private func finish(_ outcome: Outcome) {
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

  // Callbacks of the session, on its queue.
  extension URLSessionExchange {
    /// Called with the header section. Returns true if the body must be received.
    func received(_ response: URLResponse) -> Bool {
      guard let http = response as? HTTPURLResponse else { return false }
      // Another response follows an interim response other than 101 (RFC 9110 §15.2). Foundation on Linux reports it.
      guard !(100..<200).contains(http.statusCode) || http.statusCode == 101 else { return true }
      let head = TransportResponse(
        status: http.statusCode, headers: http.requisiteHeaders, url: http.url ?? request.url)
      if let problem = head.headers.lengthProblem ?? request.problem(ofStatus: head.status, head.headers) {
        stop(with: .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request)))
        return false
      }
      if http.expectedContentLength > Int64(request.options.maximumBodySize), request.delivery == .buffered {
        state.withLock { $0.head = head }
        stop(with: .bodyTooLarge(BodyTooLarge(limit: request.options.maximumBodySize, request: request)))
        return false
      }
      let stream = state.withLock { state in
        state.head = head
        state.sink.begin(head.status, of: request)
        // Bytes are counted after decompression, so the length of a compressed body says nothing.
        if !head.headers.contains(.contentEncoding) { state.announced = http.expectedContentLength }
        guard state.failure == nil else { return nil as ByteStream? }
        return state.sink.stream(
          ending: { [weak self] in self?.cancel() }, drained: { [weak self] in self?.pace() })
      }
      guard let stream else { return true }
      var streamed = head
      streamed.body = .stream(stream)
      let continuation = state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(returning: .success(streamed))
      return true
    }

    func received(_ data: Data) {
      let (error, progress, isFull) = state.withLock {
        state -> (NetworkRequestError?, TransferProgress?, Bool) in
        guard state.failure == nil else { return (nil, nil, false) }
        let progress = state.meter?.received(data.count, of: state.announced, at: Self.now)
        return (state.sink.take(data, of: request), progress, state.sink.isFull)
      }
      if let error { return stop(with: error) }
      if isFull { pace() }
      tell(progress)
    }

    /// Records that `total` bytes of the request body were sent.
    func sent(_ total: Int64) {
      tell(state.withLock { $0.failure == nil ? $0.meter?.sent(total, at: Self.now) : nil })
    }

    /// Called with the phases of the exchange, before its end.
    func measured(_ timings: TransferTimings) {
      state.withLock { state in
        state.timings = timings
        state.sink.end.timings = timings
      }
    }

    /// Called without the lock, because the handler may cancel the call.
    private func tell(_ progress: TransferProgress?) {
      if let progress { request.options.onProgress?(progress) }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Called at the end of the task. A 401 whose challenge was declined is an ordinary response, although Foundation reports
    /// an error.
    func completed(_ task: URLSessionTask, with error: (any Error)?) {
      let (head, failure, taken) = state.withLock { state in (state.head, state.failure, state.sink) }
      var sink = taken
      if let failure { return finish(.failure(failure)) }
      let declined = (task.response as? HTTPURLResponse).flatMap { $0.statusCode == 401 ? $0 : nil }
      if let error, declined == nil {
        let failure = NetworkRequestError.urlSessionFailed(
          TransportFailure(ofSession: error, request: request))
        // The start of the body may have been sent on an earlier connection than the one that failed.
        return finish(.failure(failure.afterSending(head != nil || task.countOfBytesSent > 0)))
      }
      let declinedHead = declined.map {
        TransportResponse(status: 401, headers: $0.requisiteHeaders, url: $0.url ?? request.url)
      }
      guard var response = head ?? declinedHead else {
        return finish(.failure(.urlSessionFailed(TransportFailure(.badServerResponse, request: request))))
      }
      sink.begin(response.status, of: request)
      tell(state.withLock { $0.meter?.progress })
      response.timings = state.withLock { $0.timings }
      do throws(NetworkRequestError) { response.body = try sink.finish(response, request) } catch {
        return finish(.failure(error))
      }
      finish(.success(response))
    }
  }
#endif
