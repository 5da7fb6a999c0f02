extension Transport {
  /// Reports each call that passes to an observer.
  ///
  /// What is observed is what passes here: outermost that is calls, innermost attempts.
  ///
  /// - Parameters:
  ///   - observer: Receives each call after its end.
  ///   - clock: The clock that times are measured by.
  public func observed(
    by observer: some CallObserver, clock: CallClock = .continuous
  ) -> some Transport {
    ObservationTransport(upstream: self, observer: observer, clock: clock)
  }
}
