/// The numbers of calls that succeeded and failed lately, counted in ten parts of a window of time. Outcomes older than
/// the window are dropped a tenth of it at a time.
struct OutcomeWindow {
  private struct Part {
    var number: Int64 = -1
    var calls = 0
    var failures = 0
  }

  private static let count = 10

  private let partLength: Duration
  private var parts = [Part](repeating: Part(), count: OutcomeWindow.count)

  init(length: Duration) {
    partLength = max(length.bounded, .milliseconds(1)) / Self.count
  }

  mutating func add(failed: Bool, at now: Duration) {
    let number = number(of: now)
    let index = Int(number % Int64(Self.count))
    if parts[index].number != number { parts[index] = Part(number: number) }
    parts[index].calls += 1
    if failed { parts[index].failures += 1 }
  }

  func totals(at now: Duration) -> (calls: Int, failures: Int) {
    let oldest = number(of: now) - Int64(Self.count) + 1
    return parts.reduce(into: (0, 0)) { totals, part in
      guard part.number >= max(0, oldest) else { return }
      totals.0 += part.calls
      totals.1 += part.failures
    }
  }

  private func number(of time: Duration) -> Int64 {
    Int64(min(max(0, (time / partLength).rounded(.down)), 1e18))
  }
}
