/// An observer that writes events to standard error, one after another.
public struct StandardErrorSink: CallObserver {
  /// The form of each event; one line by default.
  public let style: CallEvent.Style
  /// The lowest level that is written; ``CallEvent/Level/info`` by default.
  public let minimum: CallEvent.Level

  /// Creates a sink. By default it writes events from ``CallEvent/Level/info`` upwards, one line each.
  public init(style: CallEvent.Style = .oneLine, minimum: CallEvent.Level = .info) {
    self.style = style
    self.minimum = minimum
  }

  /// Writes the event, unless its level is below ``minimum``.
  public func observe(_ event: CallEvent) {
    guard event.level >= minimum else { return }
    StandardError.write("[requisite] \(event.level) \(event.text(style))")
  }
}

#if canImport(os)
  import os

  /// An observer that writes events to the system's log, where Console and `log` show them.
  ///
  /// The event, the method, the template of the path, the status, times and counts are public. Everything else is private by default: the log of a device
  /// shows `<private>` for it, unless a debugger is attached.
  public struct SystemLogSink: CallObserver {
    /// Who may read the text of an event in the log of a device.
    public enum Privacy: Sendable, Hashable {
      /// The developer, with a debugger or a profile that permits it.
      case `private`
      /// Everyone who has the device or its log. The secrets of the event are removed in any case.
      case `public`
    }

    /// The form of each event; one line by default.
    public let style: CallEvent.Style
    /// Who may read the text of each event; ``Privacy/private`` by default.
    public let privacy: Privacy
    private let logger: Logger

    /// Creates a sink for one subsystem and category.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem of the messages in Console; the bundle's identifier by default.
    ///   - category: The category of the messages within the subsystem.
    ///   - style: The form of each event; one line by default.
    ///   - privacy: Who may read the text of each event, which has the URL; the developer alone by default.
    public init(
      subsystem: String = Bundle.main.bundleIdentifier ?? "Requisite", category: String = "network",
      style: CallEvent.Style = .oneLine, privacy: Privacy = .private
    ) {
      self.style = style
      self.privacy = privacy
      logger = Logger(subsystem: subsystem, category: category)
    }

    /// Writes the event. The system cuts a message after about 1 KB, so a longer text becomes several messages.
    public func observe(_ event: CallEvent) {
      let (level, facts) = (event.level.osLogType, event.facts)
      for part in event.text(style).parts(of: 800) {
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

  extension CallEvent {
    /// The facts that say nothing of a person or of the server's data.
    fileprivate var facts: String {
      let kept = fields.compactMap { field -> String? in
        switch field.value {
        case .integer(let number): "\(field.name)=\(number)"
        case .number(let number): "\(field.name)=\(Int64(max(0, min(number, 1e15))))"
        case .text(let text):
          ["event", "method", "path_template", "error", "cache"].contains(field.name) ? text : nil
        }
      }
      return kept.joined(separator: " ")
    }
  }

  extension CallEvent.Level {
    fileprivate var osLogType: OSLogType {
      switch self {
      case .debug: .debug
      case .info: .info
      case .warning: .default
      case .error: .error
      }
    }
  }

  extension CallObserver where Self == SystemLogSink {
    /// The sink of the platform: the system's log.
    public static var standard: SystemLogSink { SystemLogSink() }
  }
#else
  extension CallObserver where Self == StandardErrorSink {
    /// The sink of the platform: standard error.
    public static var standard: StandardErrorSink { StandardErrorSink() }
  }
#endif
