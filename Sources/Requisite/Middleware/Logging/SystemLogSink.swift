#if canImport(os)
  import os

  /// Writes entries to the system's log, where Console and `log` show them.
  public struct SystemLogSink: LogSink {
    /// How entries are written.
    public let style: LogEntry.Style
    private let logger: Logger

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - subsystem: What the entries are filed under: mostly the bundle's identifier.
    ///   - category: What they are filed under within it.
    public init(
      subsystem: String = Bundle.main.bundleIdentifier ?? "Requisite", category: String = "network",
      style: LogEntry.Style = .oneLine
    ) {
      self.style = style
      logger = Logger(subsystem: subsystem, category: category)
    }

    /// Writes the entry. It is public, for its secrets are left out.
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
