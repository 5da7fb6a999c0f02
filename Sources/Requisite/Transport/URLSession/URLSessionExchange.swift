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
      /// The bytes received so far of a body in memory.
      var data = Data()
      /// The trailers and timings that a streamed body reports at its end.
      var end = ByteStream.End()
      var failure: NetworkRequestError?
      var isCancelled = false
      var meter: ProgressMeter?
      /// The announced length of the body; negative if it is unknown.
      var expectedLength: Int64 = -1
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
    /// The chunks of a body that is read while it arrives; nil for one in memory.
    let queue: ChunkQueue?

    init(_ request: TransportRequest) {
      self.request = request
      queue = request.delivery == .streamed ? ChunkQueue() : nil
      state = Locked(State(meter: request.options.onProgress == nil ? nil : ProgressMeter(request)))
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
          let isFull = queue?.isFull == true && state.failure == nil
          guard let task = state.task, isFull != state.isPaused else { return nil }
          state.isPaused = isFull
          return (task, isFull)
        }
        if let (task, isPaused) = change { URLSessionHost.setPaused(isPaused, task) }
      }
    }

    func finish(_ outcome: Outcome) {
      let (continuation, head, data) = state.withLock { state in
        defer { state.continuation = nil }
        return (state.continuation, state.head, state.data)
      }
      guard case .failure(let error) = outcome else { continuation?.resume(returning: outcome); return }
      queue?.finish(error)
      guard queue == nil, var head else { continuation?.resume(returning: outcome); return }
      // The status may decide the call, with the bytes that have arrived.
      (head.body, head.bodyFailure) = (.data(data), error)
      continuation?.resume(returning: .success(head))
    }
  }

  // Callbacks of the session, on its queue.
  extension URLSessionExchange {
    /// Called with the header section. Returns true if the body must be received.
    func received(_ response: URLResponse) -> Bool {
      guard let http = response as? HTTPURLResponse else { return false }
      // Another response follows an interim response other than 101 (RFC 9110 §15.2). Foundation on Linux reports it.
      guard !(100..<200).contains(http.statusCode) || http.statusCode == 101 else { return true }
      // URLSession reports each part of multipart/x-mixed-replace as a response. The first part is the response of the call.
      if let first = state.withLock({ $0.head }) {
        succeed(with: first)
        return false
      }
      let head = TransportResponse(
        status: http.statusCode, headers: http.requisiteHeaders, url: http.url ?? request.url)
      if let problem = head.headers.lengthProblem {
        stop(with: .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request)))
        return false
      }
      // The length of a HEAD or a 304 is that of a body that does not come (RFC 9110 §8.6).
      let hasBody = request.method != .head && ![204, 304].contains(head.status)
      let isTooLarge = hasBody && http.expectedContentLength > Int64(request.options.maximumBodySize)
      if isTooLarge, queue == nil {
        state.withLock { $0.head = head }
        stop(with: .bodyTooLarge(request.options.maximumBodySize, request: request))
        return false
      }
      let continuation = state.withLock { state in
        state.head = head
        // Bytes are counted after decompression, so the length of a compressed body says nothing.
        if !head.headers.contains(.contentEncoding) { state.expectedLength = http.expectedContentLength }
        guard queue != nil, state.failure == nil else { return CheckedContinuation<Outcome, Never>?.none }
        return state.continuation.take()
      }
      guard let queue, let continuation else { return true }
      var streamed = head
      streamed.body = .stream(
        queue.stream(ending: { [weak self] in self?.cancel() }, drained: { [weak self] in self?.pace() }))
      continuation.resume(returning: .success(streamed))
      return true
    }

    func received(_ data: Data) {
      let (error, progress) = state.withLock { state -> (NetworkRequestError?, TransferProgress?) in
        guard state.failure == nil, !state.hasEnded else { return (nil, nil) }
        let progress = state.meter?.received(data.count, of: state.expectedLength, at: ProgressMeter.now)
        return (take(data, into: &state.data), progress)
      }
      if let error { return stop(with: error) }
      if queue?.isFull == true { pace() }
      report(progress)
    }

    /// Takes the next bytes. Returns an error if they exceed the limit of a body in memory.
    private func take(_ data: Data, into body: inout Data) -> NetworkRequestError? {
      if let queue {
        queue.append(data)
        return nil
      }
      let limit = request.options.maximumBodySize
      guard data.count <= limit - body.count else { return .bodyTooLarge(limit, request: request) }
      body.append(data)
      return nil
    }

    /// Records that `total` bytes of the request body were sent.
    func sent(_ total: Int64) {
      report(state.withLock { $0.failure == nil ? $0.meter?.sent(total, at: ProgressMeter.now) : nil })
    }

    /// Called with the phases of the exchange, before its end.
    func measured(_ timings: CallTimeline.Timings, wasSent: Bool) {
      state.withLock { state in
        state.end.timings = timings
        state.wasSent = wasSent
      }
    }

    /// Called without the lock, because the handler may cancel the call.
    private func report(_ progress: TransferProgress?) {
      if let progress { request.options.onProgress?(progress) }
    }

    /// Called at the end of the task. A 401 whose challenge was declined is an ordinary response, although Foundation reports
    /// an error on Linux.
    func completed(_ task: URLSessionTask, with error: (any Error)?) {
      let (head, failure, wasSent, hasEnded) = state.withLock { state in
        (state.head, state.failure, state.wasSent, state.hasEnded)
      }
      guard !hasEnded else { return }
      if let failure { return finish(.failure(failure)) }
      let declined = URLSessionHost.declined(task)
      if let error, declined == nil {
        let failure = NetworkRequestError.urlSessionFailed(
          TransportFailure(ofSession: error, request: request))
        // The start of the body may have been sent on an earlier connection than the one that failed.
        let isSent = head != nil || wasSent || task.countOfBytesSent > 0
        return finish(.failure(isSent ? failure.afterSending() : failure))
      }
      let declinedHead = declined.map {
        TransportResponse(status: 401, headers: $0.requisiteHeaders, url: $0.url ?? request.url)
      }
      guard let response = head ?? declinedHead else {
        return finish(.failure(.urlSessionFailed(TransportFailure(.badServerResponse, request: request))))
      }
      succeed(with: response)
    }

    private func succeed(with head: TransportResponse) {
      let (data, end, progress) = state.withLock { state in
        state.hasEnded = true
        return (state.data, state.end, state.meter?.progress)
      }
      report(progress)
      queue?.finish(nil, end)
      var response = head
      response.timings = end.timings
      response.body = queue.map { .stream($0.stream(ending: {})) } ?? .data(data)
      finish(.success(response))
    }
  }
#endif
