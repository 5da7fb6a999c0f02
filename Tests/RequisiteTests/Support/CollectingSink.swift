import Requisite

/// Keeps what is logged. Everything is behind `lock`, which makes `@unchecked Sendable` true.
final class CollectingSink: LogSink, @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [LogEntry] = []

  var entries: [LogEntry] { lock.withLock { collected } }

  func log(_ entry: LogEntry) { lock.withLock { collected.append(entry) } }
}
