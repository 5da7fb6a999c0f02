import Foundation

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
    microseconds = Self.median(times)
    ratio = Self.median(ratios)
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The CPU time of one call, in microseconds.
  private static func time(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = cpuTime()
    for _ in 0..<calls { try body() }
    return (cpuTime() - start) / Double(calls)
  }

  private static func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
  }
}
