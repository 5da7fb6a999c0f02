/// Work with a deadline, as the work itself and the clock see it: the first of the two counts.
final class DeadlineRace<Value: Sendable>: Sendable {
  typealias Output = Result<Value, NetworkRequestError>

  enum Outcome: Sendable {
    case inTime(Output)
    case late(Output)
  }

  private enum State { case underWay, outOfTime, over(Outcome?) }

  private let state = Locked(State.underWay)

  /// Whether neither the work nor the time is over.
  var isUnderWay: Bool {
    state.withLock { if case .underWay = $0 { true } else { false } }
  }

  /// Records the end of the work.
  func end(with output: Output, isLate: Bool) {
    state.withLock { state in
      let isOut = if case .outOfTime = state { true } else { isLate }
      state = .over(isOut ? .late(output) : .inTime(output))
    }
  }

  /// Records that time is up, unless the work has ended.
  func runOutOfTime() {
    state.withLock { state in
      if case .underWay = state { state = .outOfTime }
    }
  }

  /// The result of the work, once; nil before its end, and afterwards.
  func takeOutcome() -> Outcome? {
    state.withLock { state in
      guard case .over(let outcome) = state else { return nil }
      state = .over(nil)
      return outcome
    }
  }
}
