import CPUTime

/// The time of a call, and how many times longer the other side takes.
struct Measurement {
  let microseconds: Double
  let ratio: Double

  /// Runs both sides in turns, so that whatever slows the machine slows both, and takes the medians. Counts the CPU time
  /// of this thread only.
  init(bytes: Int, ours: () throws -> Void, theirs: () throws -> Void) rethrows {
    let calls = max(1, 200_000 / bytes)
    var times: [Double] = []
    var ratios: [Double] = []
    for _ in 0..<21 {
      let first = try Self.time(calls, ours)
      let second = try Self.time(calls, theirs)
      times.append(first)
      ratios.append(second / first)
    }
    microseconds = median(times)
    ratio = median(ratios)
  }

  /// The CPU time of one call, in microseconds.
  private static func time(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = CPUTime.ofThread
    for _ in 0..<calls { try body() }
    return (CPUTime.ofThread - start) * 1e6 / Double(calls)
  }
}
