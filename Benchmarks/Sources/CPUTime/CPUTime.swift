import Foundation

/// The CPU time that has been used, which other programs on the machine do not add to.
public enum CPUTime {
  /// The CPU time of the whole process, in seconds.
  public static var ofProcess: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// The CPU time of the calling thread, in seconds.
  public static var ofThread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Returns the middle value, the upper one of two. There must be at least one.
public func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
