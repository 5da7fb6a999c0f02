/// What there is to log of a call: that it began, or how it ended.
public struct LogEntry: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// The request is about to be sent.
    case started
    /// A response came, whatever its status, after that time. (A stream's body is still to come.)
    case finished(NetworkResponse, after: Duration)
    /// No response came.
    case failed(NetworkRequestError, after: Duration)
  }

  /// The request.
  public let request: TransportRequest
  /// What happened.
  public let event: Event

  /// Makes an entry.
  public init(_ event: Event, _ request: TransportRequest) {
    self.event = event
    self.request = request
  }

  /// How much it matters: a start is ``LogLevel/debug``, a response ``LogLevel/info``, a 4xx ``LogLevel/warning``, a 5xx
  /// and a failure ``LogLevel/error``, and a cancellation ``LogLevel/info``.
  public var level: LogLevel {
    switch event {
    case .started: .debug
    case .finished(let response, _):
      response.status >= 500 ? .error : response.status >= 400 ? .warning : .info
    case .failed(let error, _): error.isCancellation ? .info : .error
    }
  }
}

/// How much a log entry matters.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
  /// Of interest where something is being looked into.
  case debug
  /// The usual.
  case info
  /// Something is wrong with one call.
  case warning
  /// Something is wrong with the server or the way to it.
  case error

  /// Whether the left one matters less.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
