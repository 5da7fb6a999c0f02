extension Transport {
  /// Reports each call that passes to an observer.
  ///
  /// Outermost, the observer receives calls; innermost, attempts.
  ///
  /// - Parameters:
  ///   - observer: Receives each call after its end.
  ///   - clock: The clock that measures durations; the call's own (``TransportRequest/clock``) by default.
  public func observed(
    by observer: some CallObserver, clock: CallClock? = nil
  ) -> some Transport {
    ObservationTransport(upstream: self, observer: observer, clock: clock)
  }
}

/// The transport that reports each call to an observer after its end.
struct ObservationTransport<Upstream: Transport, Observer: CallObserver>: Transport {
  let upstream: Upstream
  let observer: Observer
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock ?? request.clock
    let start = clock.now
    let outcome = await upstream.outcome(of: request)
    observer.callEnded(ObservedCall(request: request, outcome: outcome, duration: clock.now - start))
    return try outcome.get()
  }
}

/// A type that receives a report of each call that ended, for statistics and metrics.
///
/// ```swift
/// let statistics = SessionStatistics()
/// let transport = DefaultTransport.shared.observed(by: statistics)
/// ```
/// A stack without an observer does no work for this.
public protocol CallObserver: Sendable {
  /// Receives a call. The caller waits until this returns: pass the call on and return.
  func callEnded(_ call: ObservedCall)
}

/// A call that ended, as a ``CallObserver`` receives it.
public struct ObservedCall: Sendable {
  /// The request, which refers to the ``CallRecord`` of the call.
  public let request: TransportRequest
  /// The outcome: a response with any status, or an error.
  public let outcome: Result<TransportResponse, NetworkRequestError>
  /// The time until the response was complete; for a streamed one, until its header section was complete.
  public let duration: Duration

  /// Creates a call that ended, for example to test an observer.
  public init(
    request: TransportRequest, outcome: Result<TransportResponse, NetworkRequestError>, duration: Duration
  ) {
    self.request = request
    self.outcome = outcome
    self.duration = duration
  }
}
