/// A bucket that fills by a token each interval and holds so many: kept as the one time at which it would be full
/// again (the "generic cell rate algorithm"), so that nothing is rounded and nothing has to run.
struct TokenBucket: Equatable {
  let interval: Duration
  let capacity: Int
  private var fullAgain: Duration = .zero

  init(interval: Duration, capacity: Int) {
    self.interval = max(interval, .zero)
    self.capacity = max(1, capacity)
  }

  /// How long it is until a token is there, when so many others are to be taken before; zero where one is.
  func wait(at now: Duration, behind others: Int = 0) -> Duration {
    max(.zero, fullAgain + interval * others - interval * (capacity - 1) - now)
  }

  /// Takes a token. Call it only when ``wait(at:behind:)`` is zero.
  mutating func take(at now: Duration) {
    fullAgain = max(fullAgain, now) + interval
  }

  func isFull(at now: Duration) -> Bool { fullAgain <= now }
}
