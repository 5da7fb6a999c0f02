import Logging
import Requisite

/// Writes the events of calls to a logger of swift-log.
///
/// ```swift
/// let transport = DefaultTransport.shared.logged(using: Logger(label: "api"))
/// ```
/// The message is the event on one line. The metadata are the event's ``CallEvent/fields``, so a log can be searched by status,
/// duration or trace. Neither contains secrets: the request's redaction applies to both.
public struct LoggerSink: CallObserver {
  private let logger: Logger

  /// Creates a sink that writes to `logger`, which decides by its own level which events it keeps.
  public init(_ logger: Logger) {
    self.logger = logger
  }

  /// Writes the event at the level of swift-log with the same name.
  public func observe(_ event: CallEvent) {
    logger.log(level: event.level.loggerLevel, "\(event.text())", metadata: metadata(of: event))
  }

  /// The fields as metadata, with the id of the operation, if there is one. All values become text, because metadata has no
  /// numbers.
  private func metadata(of event: CallEvent) -> Logger.Metadata {
    var metadata = Logger.Metadata(event.fields.map { ($0.name, .string($0.value.description)) }) {
      first, _ in first
    }
    metadata["operation_id"] = event.request.options.operationID.map { .string($0) }
    return metadata
  }
}

extension Transport {
  /// Logs the start and the end of each call that passes to a logger of swift-log.
  public func logged(using logger: Logger) -> some Transport { logged(to: LoggerSink(logger)) }
}

extension CallEvent.Level {
  fileprivate var loggerLevel: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
