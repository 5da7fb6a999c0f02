/// Work that a clock does at a time, unless it is called off.
enum Alarm: Sendable {
  /// One of many that share a sleeper.
  case shared(AlarmClock, ticket: Int)
  /// One with a sleeper of its own.
  case alone(Task<Void, Never>)

  /// Keeps the alarm from ringing, if it has not yet.
  func callOff() {
    switch self {
    case .shared(let clock, let ticket): clock.callOff(ticket)
    case .alone(let sleeper): sleeper.cancel()
    }
  }
}
