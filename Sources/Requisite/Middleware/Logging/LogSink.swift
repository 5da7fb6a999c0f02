/// A destination of log entries: the system's log, standard error, or a logging library.
///
/// ```swift
/// struct MySink: LogSink {
///   let logger: Logger            // swift-log's, say
///   func log(_ entry: LogEntry) { logger.info("\(entry.text())") }
/// }
/// ```
/// A structured log uses ``LogEntry/fields`` instead. The entries of one call arrive in order; those of different calls
/// arrive from different threads.
public protocol LogSink: Sendable {
  /// Receives an entry. The call waits until this returns: pass the entry on and return.
  func log(_ entry: LogEntry)
}

/// A sink that writes entries to standard error, one after another.
public struct StandardErrorSink: LogSink {
  /// The form of each entry; one line by default.
  public let style: LogEntry.Style
  /// The lowest level that is written; ``LogEntry/Level/info`` by default.
  public let minimum: LogEntry.Level

  /// Creates a sink. By default it writes entries from ``LogEntry/Level/info`` upwards, one line each.
  public init(style: LogEntry.Style = .oneLine, minimum: LogEntry.Level = .info) {
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

  /// A sink that writes entries to the system's log, where Console and `log` show them.
  ///
  /// The event, the method, the status, times and counts are public. Everything else is private by default: the log of a device
  /// shows `<private>` for it, unless a debugger is attached.
  public struct SystemLogSink: LogSink {
    /// Who may read the text of an entry in the log of a device.
    public enum Privacy: Sendable, Hashable {
      /// The developer, with a debugger or a profile that permits it.
      case `private`
      /// Everyone who has the device or its log. The secrets of the entry are removed in any case.
      case `public`
    }

    /// The form of each entry; one line by default.
    public let style: LogEntry.Style
    /// Who may read the text of each entry; ``Privacy/private`` by default.
    public let privacy: Privacy
    private let logger: Logger

    /// Creates a sink for one subsystem and category.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem of the entries in Console; the bundle's identifier by default.
    ///   - category: The category of the entries within the subsystem.
    ///   - style: The form of each entry; one line by default.
    ///   - privacy: Who may read the text of each entry, which has the URL; the developer alone by default.
    public init(
      subsystem: String = Bundle.main.bundleIdentifier ?? "Requisite", category: String = "network",
      style: LogEntry.Style = .oneLine, privacy: Privacy = .private
    ) {
      (self.style, self.privacy) = (style, privacy)
      logger = Logger(subsystem: subsystem, category: category)
    }

    /// Writes the entry. The system cuts a message after about 1 KB, so a longer text becomes several messages.
    public func log(_ entry: LogEntry) {
      let (level, facts) = (entry.level.osLogType, entry.facts)
      for part in entry.text(style).parts(of: 800) {
        switch privacy {
        case .private:
          logger.log(level: level, "\(facts, privacy: .public): \(String(part), privacy: .private)")
        case .public: logger.log(level: level, "\(String(part), privacy: .public)")
        }
      }
    }
  }

  extension String {
    /// The text in parts of at most `size` bytes, which begin at a scalar.
    fileprivate func parts(of size: Int) -> [Substring] {
      var (parts, rest) = ([Substring](), self[...])
      while rest.utf8.count > size {
        var end = rest.utf8.index(rest.startIndex, offsetBy: size)
        while rest.utf8[end] & 0xC0 == 0x80 { end = rest.utf8.index(before: end) }
        parts.append(rest[..<end])
        rest = rest[end...]
      }
      return parts + [rest]
    }
  }

  extension LogEntry {
    /// The facts that say nothing of a person or of the server's data.
    fileprivate var facts: String {
      let kept = fields.compactMap { field -> String? in
        switch field.value {
        case .integer(let number): "\(field.name)=\(number)"
        case .number(let number): "\(field.name)=\(Int64(max(0, min(number, 1e15))))"
        case .text(let text): ["event", "method", "error", "cache"].contains(field.name) ? text : nil
        }
      }
      return kept.joined(separator: " ")
    }
  }

  extension LogEntry.Level {
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
    /// The sink of the platform: the system's log.
    public static var standard: SystemLogSink { SystemLogSink() }
  }
#else
  extension LogSink where Self == StandardErrorSink {
    /// The sink of the platform: standard error.
    public static var standard: StandardErrorSink { StandardErrorSink() }
  }
#endif
