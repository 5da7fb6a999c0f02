/// The start or the end of a call, for a log.
public struct LogEntry: Sendable {
  /// The start or the end of a call.
  public enum Event: Sendable {
    /// The request is about to be sent.
    case started
    /// A response arrived, with any status, after that time. (The body of a stream is still to come.)
    case finished(NetworkResponse, after: Duration)
    /// No response arrived; the error says why.
    case failed(NetworkRequestError, after: Duration)
  }

  /// The request, as the logging layer received it.
  public let request: TransportRequest
  /// The start or the end of the call.
  public let event: Event

  /// Creates an entry, for a log sink or its test.
  public init(_ event: Event, _ request: TransportRequest) {
    self.event = event
    self.request = request
  }

  /// The importance of the entry.
  ///
  /// A start is ``Level/debug``; a response ``Level/info``, with a 4xx ``Level/warning``, with a 5xx
  /// ``Level/error``. A failure is ``Level/error``, including an exceeded deadline; a cancellation by the caller is
  /// ``Level/info``.
  public var level: Level {
    switch event {
    case .started: .debug
    case .finished(let response, _):
      response.status >= 500 ? .error : response.status >= 400 ? .warning : .info
    case .failed(let error, _): error.isCancellation ? .info : .error
    }
  }
}

extension LogEntry {
  /// The importance of a log entry, from the least to the most important.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// Information for the analysis of a problem.
    case debug
    /// A normal event: a response, or a cancellation by the caller.
    case info
    /// A problem with one call: a 4xx.
    case warning
    /// A problem with the server or the connection to it.
    case error

    /// Whether the left level is less important.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }
}

extension LogEntry {
  /// The form in which an entry is written.
  public enum Style: Sendable, Hashable {
    /// One line: request, status, size, time.
    case oneLine
    /// Several lines, with header fields and up to `bodyLimit` bytes of each body; JSON is indented.
    case pretty(bodyLimit: Int = 1_024)
    /// One line with all ``LogEntry/fields`` as `name=value`, for logs that programs read.
    case fields
    /// The request as a command for curl when a call starts, and one line when it ends. Innermost in a stack, the command
    /// has what the layers add. A start is ``LogEntry/Level/debug``.
    case curl
  }

  /// Returns the entry as text. Secrets are removed, by the request's ``RequestOptions/redaction``.
  public func text(_ style: Style = .oneLine) -> String {
    switch style {
    case .oneLine: line
    case .pretty(let limit): details(limit)
    case .fields: fieldLine
    case .curl: command
    }
  }

  private var line: String {
    switch event {
    case .started: "→ \(request)\(hedge)"
    case .finished(let response, let time):
      "← \(HTTPStatus.words(response.status)) \(request)\(hedge), \(response.body.summary) in \(DurationText.short(time))"
    case .failed(let error, let time): "✗ \(error)\(hedge) (after \(DurationText.short(time)))"
    }
  }

  private var command: String {
    if case .started = event { request.curlCommand } else { line }
  }

  private var hedge: String { request.isHedge ? " (hedge)" : "" }

  private func details(_ limit: Int) -> String {
    let message = MessageText(redaction: request.options.redaction, bodyLimit: limit)
    return switch event {
    case .started: "→\(hedge) \(message.request(request))"
    case .finished(let response, _): "\(line)\n\(message.response(response))"
    case .failed: line
    }
  }
}
