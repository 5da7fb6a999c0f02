extension TestClock {
  /// Runs `work` to its end, and moves the clock to the next deadline whenever `count` are asleep.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let todos = try await clock.run { try await client.dispatch(FindTodos(), attempts: 3) }
  /// #expect(clock.now.offset == .seconds(2))   // two waits of a second
  /// ```
  /// With one sleeper at a time, as in a loop with waits, the outcome is the same each time. Where several sleep —
  /// a deadline beside a wait, say — give their number: the clock then moves only when all of them lie down.
  public func run<Value: Sendable>(
    whenAsleep count: Int = 1, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let mover = Task {
      while true {
        try await sleepers(count)
        advanceToNextDeadline()
      }
    }
    defer { mover.cancel() }
    return try await work()
  }
}
