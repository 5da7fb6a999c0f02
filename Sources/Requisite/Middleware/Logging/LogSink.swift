/// Receives log entries: the system's log, standard error, a logging library of yours.
///
/// ```swift
/// struct MySink: LogSink {
///   let logger: Logger            // swift-log's, say
///   func log(_ entry: LogEntry) { logger.info("\(entry.text())") }
/// }
/// ```
/// A structured log takes ``LogEntry/fields`` instead. Entries of one call come in their order; those of different calls come
/// from different threads.
public protocol LogSink: Sendable {
  /// Receives an entry. The call waits meanwhile: hand over and return.
  func log(_ entry: LogEntry)
}

/// Writes entries to standard error, one after another.
public struct StandardErrorSink: LogSink {
  /// The form of an entry: one line by default.
  public let style: LogEntry.Style
  /// The lowest level that is written.
  public let minimum: LogLevel

  /// Makes a sink: one line an entry, from ``LogLevel/info`` on, unless said otherwise.
  public init(style: LogEntry.Style = .oneLine, minimum: LogLevel = .info) {
    self.style = style
    self.minimum = minimum
  }

  /// Writes the entry.
  public func log(_ entry: LogEntry) {
    guard entry.level >= minimum else { return }
    let text = "[requisite] \(entry.level) \(entry.text(style))\n"
    // There is nowhere to report that standard error is closed.
    do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch {}
  }
}
