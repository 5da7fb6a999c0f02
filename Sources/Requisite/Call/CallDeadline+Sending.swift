/// A response whose body can be exchanged for a bounded one.
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
  /// Sends a request by `send`, within this deadline: the one way in which a call is bounded, for the dispatcher, for
  /// ``Transport/deadline(_:clock:)`` and for terminal transports.
  ///
  /// Inner layers find the deadline in ``TransportRequest/deadline``. The chunks of a streamed body are bounded as well. A
  /// response that arrives after the deadline is discarded, its file removed.
  ///
  /// - Throws: ``NetworkRequestError/deadlineExceeded(_:)`` where time was up, and what `send` throws.
  func bound<Response: BodyReplacing>(
    _ request: TransportRequest,
    _ send: @escaping @Sendable (TransportRequest) async throws(NetworkRequestError) -> Response
  ) async throws(NetworkRequestError) -> Response {
    let bounded = request.bounded(by: self)
    let response = try await run(request, discarding: { $0.body.discard() }) {
      () async throws(NetworkRequestError) in
      try await send(bounded)
    }
    guard case .stream(let stream) = response.body else { return response }
    return response.replacing(body: .stream(bounding(stream, of: request)))
  }

  /// The deadline that ends first.
  static func earliest(_ deadlines: CallDeadline?...) -> CallDeadline? {
    deadlines.compactMap(\.self).min { $0.remaining < $1.remaining }
  }
}

extension TransportRequest {
  /// The deadline by which a call that begins now must be over: that of an outer layer, the one that its options share with
  /// other calls, or ``RequestOptions/deadline`` counted from now; the earliest of them. nil without any.
  func effectiveDeadline(on clock: CallClock) -> CallDeadline? {
    guard let duration = options.deadline else { return .earliest(deadline, options.sharedDeadline) }
    return .earliest(deadline, options.sharedDeadline, CallDeadline(duration, on: clock))
  }

  /// Sends the request by `send`, within the deadline of its options where no outer layer bounds it already: for terminal
  /// transports that are used without a dispatcher. The dispatcher's deadline is not counted anew.
  func withinDeadline(
    _ send: @escaping @Sendable (TransportRequest) async throws(NetworkRequestError) -> TransportResponse
  ) async throws(NetworkRequestError) -> TransportResponse {
    guard deadline == nil, let own = effectiveDeadline(on: .continuous) else { return try await send(self) }
    return try await own.bound(self, send)
  }
}

extension NetworkRequestError {
  /// The error as seen from outside of the call's deadline: a call that was cancelled because its deadline had passed has
  /// exceeded it, for logs, histories and statistics within the layer that will say so.
  func explained(by request: TransportRequest) -> NetworkRequestError {
    guard case .cancelled = self, let deadline = request.deadline, deadline.hasPassed else { return self }
    return deadline.exceeded(request)
  }
}
