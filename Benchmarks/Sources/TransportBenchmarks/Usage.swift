import Foundation

/// What the process has used.
enum Usage {
  /// Seconds of processor time so far, user and system.
  static var cpu: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bytes of memory now, and at the most since ``resetPeak()``.
  static var memory: (now: Int, peak: Int) { (status("VmRSS:"), status("VmHWM:")) }

  /// Bytes of memory that are the process's own: without the pages of the program and of libraries, which processes share.
  static var ownMemory: Int { status("RssAnon:") }

  static func resetPeak() {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  private static func status(_ key: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }
}
