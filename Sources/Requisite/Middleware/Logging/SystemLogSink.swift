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
