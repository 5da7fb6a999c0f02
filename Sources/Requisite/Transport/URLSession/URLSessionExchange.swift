/// One request on its way through a `URLSession`, from its task's start to its last byte.
///
/// Safe to share between the session's queue, the calling task and its cancellation: all that changes stands in
/// `state`, under its lock, and the continuation is taken out of it before it is resumed, so that happens once.
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
    /// How many bytes of the body are announced; negative where that is not known.
    var announced: Int64 = -1
    var timings: TransferTimings?
    var isPaused = false
  }

  /// Where tasks are cancelled, paused and resumed, one after the other. `cancel()` of a task may deadlock with its
  /// session when called from the thread of a Swift task.
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

  /// Whether the caller has been told of a failure, so that the task is cancelled or about to be.
  var isOver: Bool { state.withLock { $0.failure != nil } }

  /// Ends the call for its caller at once; the task is told behind the scenes.
  private func stop(with error: NetworkRequestError) {
    let task = state.withLock { state in
      state.failure = state.failure ?? error
      return state.task
    }
    guard let task else { return }
    Self.control.async { URLSessionHost.cancel(task) }
    finish(.failure(error))
  }

  /// Pauses the task if its reader is behind, and resumes the task if the reader has caught up.
  ///
  /// What the queue of chunks says is asked on `control`, which is serial, so that the last word is always the one that
  /// holds.
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

  /// The response in place of the error that ended its body, where its status decides the call.
  private func judged(_ error: NetworkRequestError, _ data: Data) -> Outcome {
    guard request.delivery != .streamed, let head = state.withLock({ $0.head }) else {
      return .failure(error)
    }
    return Result { () throws(NetworkRequestError) in try head.unfinished(data, error, of: request) }
  }
}

// What the session tells, on its own queue.
extension URLSessionExchange {
  /// The header section is here. Returns whether the body is wanted.
  func received(_ response: URLResponse) -> Bool {
    guard let http = response as? HTTPURLResponse else { return false }
    // An interim response is followed by another one (RFC 9110 §15.2), but for 101. Foundation on Linux shows it.
    guard !(100..<200).contains(http.statusCode) || http.statusCode == 101 else { return true }
    let head = TransportResponse(
      status: http.statusCode, headers: http.requisiteHeaders, url: http.url ?? request.url)
    if http.expectedContentLength > Int64(request.options.maximumBodySize), request.delivery == .buffered {
      state.withLock { $0.head = head }
      stop(with: .bodyTooLarge(BodyTooLarge(limit: request.options.maximumBodySize, request: request)))
      return false
    }
    let stream = state.withLock { state in
      state.head = head
      state.sink.begin(head.status)
      // What is compressed is counted when it no longer is.
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

  /// So many bytes of the request's body have gone.
  func sent(_ total: Int64) {
    tell(state.withLock { $0.failure == nil ? $0.meter?.sent(total, at: Self.now) : nil })
  }

  /// The phases of the exchange, which come before its end.
  func measured(_ timings: TransferTimings) {
    state.withLock { state in
      state.timings = timings
      state.sink.end.timings = timings
    }
  }

  /// Without the lock: what is called may well cancel the call.
  private func tell(_ progress: TransferProgress?) {
    if let progress { request.options.onProgress?(progress) }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// The task is over. A 401 whose challenge was declined is a response like any other, although Foundation calls it an
  /// error.
  func completed(_ task: URLSessionTask, with error: (any Error)?) {
    let (head, failure, taken) = state.withLock { state in (state.head, state.failure, state.sink) }
    var sink = taken
    if let failure { return finish(.failure(failure)) }
    let declined = (task.response as? HTTPURLResponse).flatMap { $0.statusCode == 401 ? $0 : nil }
    if let error, declined == nil {
      let error = (error as? URLError) ?? URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
      return finish(.failure(.urlSessionFailed(TransportFailure(error.withPlatformCode, request: request))))
    }
    let declinedHead = declined.map {
      TransportResponse(status: 401, headers: $0.requisiteHeaders, url: $0.url ?? request.url)
    }
    guard var response = head ?? declinedHead else {
      return finish(
        .failure(.urlSessionFailed(TransportFailure(URLError(.badServerResponse), request: request))))
    }
    sink.begin(response.status)
    tell(state.withLock { $0.meter?.progress })
    response.timings = state.withLock { $0.timings }
    do throws(NetworkRequestError) { response.body = try sink.finish() } catch {
      return finish(.failure(error))
    }
    finish(.success(response))
  }
}
