extension Transport {
  /// Waits before each call is sent: a slow network to develop against, or a pause that a server asks for.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.delayed(by: .milliseconds(300))
  /// ```
  /// A call that is cancelled while it waits ends at once with ``NetworkRequestError/cancelled(_:)``, and nothing is
  /// sent; so does one whose deadline comes first, with ``NetworkRequestError/deadlineExceeded(_:)``, and without the
  /// wait.
  ///
  /// - Parameters:
  ///   - delay: How long; zero or less for not at all.
  ///   - clock: The clock that the delay is measured by.
  public func delayed(by delay: Duration, clock: CallClock = .continuous) -> some Transport {
    DelayTransport(upstream: self, delay: delay, clock: clock)
  }
}
