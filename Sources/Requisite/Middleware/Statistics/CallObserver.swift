/// Is told of each call that ended.
///
/// ```swift
/// let statistics = SessionStatistics()
/// let transport = DefaultTransport.shared.observed(by: statistics)
/// ```
/// A stack without an observer pays nothing for there being such a thing.
public protocol CallObserver: Sendable {
  /// Takes note of a call. It is called while the caller waits: hand over and return.
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

extension Transport {
  /// Tells an observer of each call that passes.
  ///
  /// What is observed is what passes here: outermost that is calls, innermost attempts.
  ///
  /// - Parameters:
  ///   - observer: Is told.
  ///   - clock: What times are taken by.
  public func observed(
    by observer: some CallObserver, clock: CallClock = .continuous
  ) -> some Transport {
    ObserverTransport(upstream: self, observer: observer, clock: clock)
  }
}

private struct ObserverTransport<Upstream: Transport, Observer: CallObserver>: Transport {
  let upstream: Upstream
  let observer: Observer
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let start = clock.now
    let outcome = await upstream.outcome(of: request)
    observer.callEnded(ObservedCall(request: request, outcome: outcome, duration: clock.now - start))
    return try outcome.get()
  }
}
