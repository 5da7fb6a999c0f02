/// What would have ended the process on Apple's systems: exceptions of Objective-C, and calls of objects that are gone. Not
/// Apple's: a test expects that there are none.
public enum SystemFaults {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var noted: [String] = []

  /// All that were noted, by every test of the process.
  public static var all: [String] { lock.withLock { noted } }

  static func note(_ text: String) { lock.withLock { noted.append(text) } }
}

/// Flushes a drive on Darwin; on Linux `fcntl` refuses the number.
public var F_FULLFSYNC: Int32 {
  FullFlushes.note()
  return 51
}

/// How often a full flush was asked for. Not Apple's.
public enum FullFlushes {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var noted = 0

  public static var count: Int { lock.withLock { noted } }
  static func note() { lock.withLock { noted += 1 } }
}

extension ProcessInfo {
  /// Runs the block, which returns when its work is done. It is called again when the process is about to be suspended.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    let number = ExpiringActivities.begin(block)
    Thread.detachNewThread {
      block(false)
      ExpiringActivities.end(number)
    }
  }
}

/// The activities that keep the process from being suspended. Not Apple's.
public enum ExpiringActivities {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var running: [Int: @Sendable (Bool) -> Void] = [:]
  nonisolated(unsafe) private static var last = 0

  public static var count: Int { lock.withLock { running.count } }

  /// Tells all of them that the process is about to be suspended.
  public static func expire() {
    for block in lock.withLock({ Array(running.values) }) { block(true) }
  }

  static func begin(_ block: @escaping @Sendable (Bool) -> Void) -> Int {
    lock.withLock {
      last += 1
      running[last] = block
      return last
    }
  }

  static func end(_ number: Int) { lock.withLock { running[number] = nil } }
}
