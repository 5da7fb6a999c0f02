/// The start or the end of a call, for a log.
public struct LogEntry: Sendable {
  /// A start or an end.
  public enum Event: Sendable {
    /// The request is about to be sent.
    case started
    /// A response came, whatever its status, after that time. (A stream's body is still to come.)
    case finished(NetworkResponse, after: Duration)
    /// No response came; the error says why.
    case failed(NetworkRequestError, after: Duration)
  }

  /// The request, as it passed the log.
  public let request: TransportRequest
  /// The start or the end of the call.
  public let event: Event

  /// Makes an entry for a log sink or its test.
  public init(_ event: Event, _ request: TransportRequest) {
    self.event = event
    self.request = request
  }

  /// How much it matters: a start is ``LogLevel/debug``, a response ``LogLevel/info``, a 4xx ``LogLevel/warning``, a 5xx
  /// and a failure ``LogLevel/error``, a passed deadline among them; a cancellation by the caller is ``LogLevel/info``.
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
  /// Of interest while a problem is looked into.
  case debug
  /// A normal event: a response, or a cancellation by the caller.
  case info
  /// Something is wrong with one call.
  case warning
  /// Something is wrong with the server or the way to it.
  case error

  /// Whether the left one matters less.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

extension LogEntry {
  /// How an entry is written.
  public enum Style: Sendable, Hashable {
    /// On one line: request, status, size, time.
    case oneLine
    /// With header fields and up to `bodyLimit` bytes of each body; JSON indented.
    case pretty(bodyLimit: Int = 1_024)
    /// On one line, as `name=value` of all ``LogEntry/fields``: for logs that programs read.
    case fields
  }

  /// The entry as text. Secrets are left out, by the request's ``RequestOptions/redaction``.
  public func text(_ style: Style = .oneLine) -> String {
    switch style {
    case .oneLine: line
    case .pretty(let limit): details(limit)
    case .fields: fieldLine
    }
  }

  private var line: String {
    switch event {
    case .started: "→ \(request)"
    case .finished(let response, let time):
      "← \(HTTPStatus.words(response.status)) \(request), \(response.body.summary) in \(DurationText.short(time))"
    case .failed(let error, let time): "✗ \(error) (after \(DurationText.short(time)))"
    }
  }

  private func details(_ limit: Int) -> String {
    let message = MessageText(redaction: request.options.redaction, bodyLimit: limit)
    return switch event {
    case .started: "→ \(message.request(request))"
    case .finished(let response, _): "\(line)\n\(message.response(response))"
    case .failed: line
    }
  }
}
