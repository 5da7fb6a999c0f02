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

  /// Writes the entry, unless its level is below ``minimum``.
  public func log(_ entry: LogEntry) {
    guard entry.level >= minimum else { return }
    StandardError.write("[requisite] \(entry.level) \(entry.text(style))")
  }
}

#if canImport(os)
  import os

  /// Writes entries to the system's log, where Console and `log` show them.
  public struct SystemLogSink: LogSink {
    /// The form of an entry: one line by default.
    public let style: LogEntry.Style
    private let logger: Logger

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem of the entries in Console: the bundle's identifier by default.
    ///   - category: Their category within it.
    public init(
      subsystem: String = Bundle.main.bundleIdentifier ?? "Requisite", category: String = "network",
      style: LogEntry.Style = .oneLine
    ) {
      self.style = style
      logger = Logger(subsystem: subsystem, category: category)
    }

    /// Writes the entry as public text, for its secrets are left out.
    public func log(_ entry: LogEntry) {
      logger.log(level: entry.level.osLogType, "\(entry.text(style), privacy: .public)")
    }
  }

  extension LogLevel {
    fileprivate var osLogType: OSLogType {
      switch self {
      case .debug: .debug
      case .info: .info
      case .warning: .default
      case .error: .error
      }
    }
  }

  extension LogSink where Self == SystemLogSink {
    /// The platform's own: the system's log.
    public static var standard: SystemLogSink { SystemLogSink() }
  }
#else
  extension LogSink where Self == StandardErrorSink {
    /// The platform's own: standard error.
    public static var standard: StandardErrorSink { StandardErrorSink() }
  }
#endif
