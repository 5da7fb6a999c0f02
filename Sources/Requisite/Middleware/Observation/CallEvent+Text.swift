extension CallEvent {
  /// The importance of the event, for a log.
  ///
  /// A start, an attempt or a span is ``Level/debug``; a response ``Level/info``, with a 4xx ``Level/warning``, with a 5xx
  /// ``Level/error``. A failure is ``Level/error``, including an exceeded deadline; a cancellation by the caller is
  /// ``Level/info``.
  public var level: Level {
    switch kind {
    case .started, .attempt, .span: .debug
    case .ended(.success(let response), _):
      response.status >= 500 ? .error : response.status >= 400 ? .warning : .info
    case .ended(.failure(let error), _): error.isCancellation ? .info : .error
    }
  }

  /// The importance of an event, from the least to the most important.
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

  /// The form in which an event is written.
  public enum Style: Sendable, Hashable {
    /// One line: request, status, size, time.
    case oneLine
    /// Several lines, with header fields and up to `bodyLimit` bytes of each body; JSON is indented.
    case pretty(bodyLimit: Int = 1_024)
    /// One line with all ``CallEvent/fields`` as `name=value`, for logs that programs read.
    case fields
    /// The request as a command for curl when a call starts, and one line when it ends. Innermost in a stack, the command
    /// has what the layers add. A start is ``CallEvent/Level/debug``.
    case curl
  }

  /// Returns the event as text. Secrets are removed, by the request's ``RequestOptions/redaction``.
  public func text(_ style: Style = .oneLine) -> String {
    switch (style, kind) {
    case (.fields, _): fieldLine
    case (.curl, .started): request.curlCommand
    case (.pretty(let limit), .started): "→\(hedge) \(message(limit).request(request))"
    case (.pretty(let limit), .ended(.success(let response), _)):
      "\(line)\n\(message(limit).response(response))"
    default: line
    }
  }

  private var line: String {
    switch kind {
    case .started: "→ \(request)\(hedge)"
    case .attempt(let attempt): OneLine.text("· \(request)\(hedge): \(attempt)")
    case .span(let span): OneLine.text("· \(request)\(hedge): \(Self.text(span))")
    case .ended(.success(let response), let time):
      "← \(HTTPStatus.text(response.status)) \(request)\(hedge), \(response.body) in \(DurationText.short(time))"
    case .ended(.failure(let error), let time): "✗ \(error)\(hedge) (after \(DurationText.short(time)))"
    }
  }

  private static func text(_ span: CallTimeline.Span) -> String {
    let detail = span.detail.map { ", \($0)" } ?? ""
    return "\(span.layer) \(span.event) in \(DurationText.short(span.duration))\(detail)"
  }

  private var hedge: String { request.isHedge ? " (hedge)" : "" }

  private func message(_ limit: Int) -> MessageText {
    MessageText(redaction: request.options.redaction, bodyLimit: limit)
  }
}

extension CallEvent {
  /// One fact of an event, for logs that are searched by field.
  public struct Field: Sendable, Hashable {
    /// A value: text, a whole number or another number.
    public enum Value: Sendable, Hashable, CustomStringConvertible {
      /// Text, without its secrets.
      case text(String)
      /// A whole number, such as a status or a number of bytes.
      case integer(Int)
      /// Another number, such as a time.
      case number(Double)

      /// The value as text.
      public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        }
      }
    }

    /// The name, in snake_case.
    public let name: String
    /// The value, with its type.
    public let value: Value
  }

  /// The event as fields for a structured log, always in this order, and only those that are known.
  ///
  /// | name | value |
  /// | --- | --- |
  /// | `event` | `started`, `attempt`, `span`, `finished` or `failed` |
  /// | `request_id` | the call's ``TransportRequest/ID``, the same for all of its attempts |
  /// | `hedge` | 1 for the second request of a hedge (``TransportRequest/isHedge``) |
  /// | `method`, `url` | the request's; the URL by its ``RequestOptions/redaction`` |
  /// | `path_template` | the ``TransportRequest/pathTemplate`` |
  /// | `status`, `response_bytes` | the response's; the bytes of a body in memory |
  /// | `error`, `message` | the ``NetworkRequestError/Kind`` and the description of a failure |
  /// | `duration_ms` | the time that the call, the attempt or the span took, in milliseconds |
  /// | `attempt`, `wait_ms` | the number of the attempt, and the wait that follows |
  /// | `layer`, `step`, `detail` | of the span |
  /// | `redirects`, `cache`, `attempts` | if there were any redirects, a cache, or several attempts |
  /// | `trace_id`, `span_id` | of the request's `traceparent`, or of the call's ``TraceContext`` |
  ///
  /// ```swift
  /// struct LoggerSink: CallObserver {
  ///   let logger: Logger  // swift-log's, say
  ///   func observe(_ event: CallEvent) {
  ///     let metadata = event.fields.map {
  ///       ($0.name, Logger.MetadataValue.string("\($0.value)"))
  ///     }
  ///     logger.info(
  ///       "call", metadata: Dictionary(uniqueKeysWithValues: metadata))
  ///   }
  /// }
  /// ```
  public var fields: [Field] {
    var fields = [
      Field("event", .text(name)), Field("request_id", .text(request.id.description)),
      Field("method", .text(request.method.rawValue)),
      Field("url", .text(request.options.redaction.url(request.url))),
    ]
    if request.isHedge { fields.insert(Field("hedge", .integer(1)), at: 2) }
    if let template = request.pathTemplate { fields.append(Field("path_template", .text(template))) }
    return fields + facts + trace
  }

  private var name: String {
    switch kind {
    case .started: "started"
    case .attempt: "attempt"
    case .span: "span"
    case .ended(.success, _): "finished"
    case .ended(.failure, _): "failed"
    }
  }

  private var facts: [Field] {
    switch kind {
    case .started: return []
    case .attempt(let attempt):
      let wait = attempt.wait.map { Field("wait_ms", $0) }
      return [Field("attempt", .integer(attempt.number))] + Self.facts(of: attempt.outcome)
        + [Field("duration_ms", attempt.duration), wait].compactMap(\.self)
    case .span(let span):
      return [
        Field("layer", .text(span.layer)), Field("step", .text(span.event)),
        span.detail.map { Field("detail", .text($0)) }, Field("duration_ms", span.duration),
      ].compactMap(\.self)
    case .ended(.success(let response), let time):
      var facts = [Field("status", .integer(response.status))]
      if case .data(let data) = response.body { facts.append(Field("response_bytes", .integer(data.count))) }
      facts.append(Field("duration_ms", time))
      if response.redirectCount > 0 { facts.append(Field("redirects", .integer(response.redirectCount))) }
      if let decision = response.cacheDecision {
        facts.append(Field("cache", .text(decision.outcome.rawValue)))
      }
      return facts + attempts
    case .ended(.failure(let error), let time):
      let status = error.status.map { [Field("status", .integer($0))] } ?? []
      let failure = Self.facts(of: .failed(error.kind, description: error.description))
      return status + failure + [Field("duration_ms", time)] + attempts
    }
  }

  private static func facts(of outcome: CallTimeline.Attempt.Outcome) -> [Field] {
    switch outcome {
    case .status(let status): [Field("status", .integer(status))]
    case .failed(let kind, let description):
      [Field("error", .text(kind.rawValue)), Field("message", .text(description))]
    }
  }

  /// The number of attempts of a call that took several.
  private var attempts: [Field] {
    let count = request.record?.attempts.count ?? 0
    return count > 1 ? [Field("attempts", .integer(count))] : []
  }

  /// The span that the request names, else the trace of the call's context.
  private var trace: [Field] {
    if let span = TraceContext(traceparent: request.headers[.traceparent]) {
      return [Field("trace_id", .text(span.traceID)), Field("span_id", .text(span.spanID))]
    }
    let context = request.options.traceContext ?? TraceContext.current
    return context.map { [Field("trace_id", .text($0.traceID))] } ?? []
  }

  /// The fields on one line, as `name=value`. A value with spaces, quotes, `=` or control characters is quoted and
  /// escaped, so that no value looks like another field or line.
  var fieldLine: String {
    fields.map { "\($0.name)=\(Self.quoted($0.value.description))" }.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.isEmpty || scalars.contains(where: { needsQuotes($0) }) else { return text }
    return "\"\(scalars.map(escaped).joined())\""
  }

  private static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "=" || scalar == "\\" || scalar == " " || isInvisible(scalar)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    return scalar != " " && isInvisible(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }

  /// True if a terminal or a program could read the character as the end of a line, or does not show it.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let kinds: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
    ]
    return kinds.contains(scalar.properties.generalCategory)
  }
}

extension CallEvent.Field {
  fileprivate init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// A time in milliseconds.
  fileprivate init(_ name: String, _ time: Duration) {
    self.init(name, .number(time / .milliseconds(1)))
  }
}
