extension Transport {
  /// Reports each call that passes to an observer.
  ///
  /// What is observed is what passes here: outermost that is calls, innermost attempts.
  ///
  /// - Parameters:
  ///   - observer: Receives each call after its end.
  ///   - clock: The clock that times are measured by; that of the call by default (``TransportRequest/clock``).
  public func observed(
    by observer: some CallObserver, clock: CallClock? = nil
  ) -> some Transport {
    ObservationTransport(upstream: self, observer: observer, clock: clock)
  }
}

/// Reports each call to an observer after its end.
struct ObservationTransport<Upstream: Transport, Observer: CallObserver>: Transport {
  let upstream: Upstream
  let observer: Observer
  /// The clock of its own; nil for that of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock ?? request.clock
    let start = clock.now
    let outcome = await upstream.outcome(of: request)
    observer.callEnded(ObservedCall(request: request, outcome: outcome, duration: clock.now - start))
    return try outcome.get()
  }
}

/// Receives a report of each call that ended, for statistics and metrics.
///
/// ```swift
/// let statistics = SessionStatistics()
/// let transport = DefaultTransport.shared.observed(by: statistics)
/// ```
/// A stack without an observer has no cost from this.
public protocol CallObserver: Sendable {
  /// Receives a call. The caller waits meanwhile: hand over and return.
  func callEnded(_ call: ObservedCall)
}

/// A call that ended, as a ``CallObserver`` sees it.
public struct ObservedCall: Sendable {
  /// The request, which leads to the ``CallRecord`` of the call.
  public let request: TransportRequest
  /// What came: a response with any status, or an error.
  public let outcome: Result<TransportResponse, NetworkRequestError>
  /// How long it took, until the response was there (of a streamed one: its header section).
  public let duration: Duration

  /// Makes a call that ended, as for a test of an observer.
  public init(
    request: TransportRequest, outcome: Result<TransportResponse, NetworkRequestError>, duration: Duration
  ) {
    self.request = request
    self.outcome = outcome
    self.duration = duration
  }
}
