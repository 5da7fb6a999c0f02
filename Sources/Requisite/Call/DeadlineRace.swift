/// Work with a deadline, as the work itself and the clock see it: whichever comes first counts.
final class DeadlineRace<Value: Sendable>: Sendable {
  typealias Output = Result<Value, NetworkRequestError>

  enum Outcome: Sendable {
    case inTime(Output)
    case late(Output)
  }

  private enum State { case underWay, outOfTime, over(Outcome?) }

  private let state = Locked(State.underWay)

  /// Whether the work goes on.
  var isUnderWay: Bool {
    state.withLock { if case .underWay = $0 { true } else { false } }
  }

  /// The work is done.
  func end(with output: Output, isLate: Bool) {
    state.withLock { state in
      let isOut = if case .outOfTime = state { true } else { isLate }
      state = .over(isOut ? .late(output) : .inTime(output))
    }
  }

  /// Time is up.
  func runOutOfTime() {
    state.withLock { state in
      if case .underWay = state { state = .outOfTime }
    }
  }

  /// What the work came to; nil before its end, and for whoever asks again.
  func takeOutcome() -> Outcome? {
    state.withLock { state in
      guard case .over(let outcome) = state else { return nil }
      state = .over(nil)
      return outcome
    }
  }
}
