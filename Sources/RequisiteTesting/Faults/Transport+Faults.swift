extension Transport {
  /// Injects faults into calls, to test retries, deadlines and fallbacks.
  ///
  /// ```swift
  /// let flaky = stub.faults(.loseResponse().calls(1), .status(503).calls(2))
  /// let client = APIClient(baseURL: "https://api.example.com", transport: flaky.retried(.immediate()))
  ///
  /// _ = try await client.dispatch(FindTodos())
  /// #expect(flaky.callCount == 3)
  /// #expect(stub.requests.count == 2)      // the second call never got there
  /// ```
  /// Of the faults that apply to a call, those before it is sent take effect in their order, up to the first that ends
  /// it; then those of its response, in theirs. Nothing depends on the time of day or on chance: what is random goes by the
  /// seed and the number of the call.
  ///
  /// - Parameters:
  ///   - faults: The faults, each with the calls that it applies to.
  ///   - seed: Chooses the calls of ``Fault/fraction(_:)`` and the places of ``Fault/corrupt``.
  ///   - clock: What waits are measured by. Give a ``TestClock`` and nothing sleeps for real.
  public func faults(
    _ faults: Fault..., seed: UInt64 = 0, clock: CallClock = .continuous
  ) -> FaultyTransport {
    FaultyTransport(self, faults, seed: seed, clock: clock)
  }
}
