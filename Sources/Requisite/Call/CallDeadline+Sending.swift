/// A response whose body can be replaced by one that ends at a deadline.
protocol BodyReplacing: Sendable {
  var body: ResponseBody { get }
  func replacing(body: ResponseBody) -> Self
}

extension TransportResponse: BodyReplacing {
  /// This response with another body.
  func replacing(body: ResponseBody) -> TransportResponse {
    var result = self
    result.body = body
    return result
  }
}

extension NetworkResponse: BodyReplacing {}

extension CallDeadline {
  /// Sends a request with `send` within this deadline. The dispatcher, ``Transport/deadline(_:clock:)`` and terminal
  /// transports all bound calls with this function.
  ///
  /// Inner layers read the deadline from ``TransportRequest/deadline``. It bounds the chunks of a streamed body as
  /// well. A response that arrives after the deadline is discarded, and its file deleted.
  ///
  /// - Throws: ``NetworkRequestError/deadlineExceeded(_:request:)`` if the time is up, and what `send` throws.
  func bound<Response: BodyReplacing>(
    _ request: TransportRequest,
    _ send: @escaping @Sendable (TransportRequest) async throws(NetworkRequestError) -> Response
  ) async throws(NetworkRequestError) -> Response {
    let bounded = request.deadline?.isSame(as: self) == true ? request : request.bounded(by: self)
    let response = try await run(request, discarding: { $0.body.discard() }) {
      () async throws(NetworkRequestError) in
      try await send(bounded)
    }
    guard case .stream(let stream) = response.body else { return response }
    return response.replacing(body: .stream(bounding(stream, of: request)))
  }

  /// Returns the deadline that ends first; nil without any.
  static func earliest(_ first: CallDeadline?, _ second: CallDeadline?) -> CallDeadline? {
    guard let first, let second else { return first ?? second }
    return second.remaining < first.remaining ? second : first
  }
}

extension TransportRequest {
  /// Returns the deadline that a wait of this length would outlast: that of the call, or the one that it shares with other
  /// calls. Returns nil if the wait ends before both. Every layer that waits asks this first, and fails at once.
  func deadline(outlastedBy wait: Duration) -> CallDeadline? {
    guard let earliest = CallDeadline.earliest(deadline, options.sharedDeadline) else { return nil }
    return earliest.remaining <= wait ? earliest : nil
  }

  /// Returns the deadline of a call that begins now, or began at `start`: the earliest of an outer layer's, the one that its
  /// options share with other calls, and ``RequestOptions/deadline`` counted from then. Returns nil without any of them.
  func effectiveDeadline(on clock: CallClock, since start: Duration? = nil) -> CallDeadline? {
    guard !options.isEmpty else { return deadline }
    let shared = CallDeadline.earliest(deadline, options.sharedDeadline)
    guard let duration = options.deadline else { return shared }
    return .earliest(shared, CallDeadline(duration, since: start ?? clock.now, on: clock))
  }

  /// The request with a record and with the deadline of its call, which begins now, or began with `record`.
  consuming func begun(on clock: CallClock, with record: CallRecord? = nil) -> TransportRequest {
    let deadline = effectiveDeadline(on: clock, since: record?.start)
    return recorded(on: clock, in: record).bounded(by: deadline)
  }
}

extension NetworkRequestError {
  /// The error as the caller of a bounded call sees it: a cancellation after the deadline has passed becomes
  /// ``deadlineExceeded(_:request:)``. Logs, histories and statistics inside the bounding layer use it too.
  func explained(by request: TransportRequest) -> NetworkRequestError {
    guard case .cancelled = self, let deadline = request.deadline, deadline.hasPassed else { return self }
    return deadline.exceeded(request)
  }
}
