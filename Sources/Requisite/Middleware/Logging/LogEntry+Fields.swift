extension LogEntry {
  /// One fact of an entry, for logs that are searched by field.
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

  /// The entry as fields for a structured log, always in this order, and only those that are known.
  ///
  /// | name | value |
  /// | --- | --- |
  /// | `event` | `started`, `finished` or `failed` |
  /// | `request_id` | the call's ``RequestID``, the same for all of its attempts |
  /// | `hedge` | 1 for the second request of a hedge (``TransportRequest/isHedge``) |
  /// | `method`, `url` | the request's; the URL by its ``RequestOptions/redaction`` |
  /// | `status`, `response_bytes` | the response's; the bytes of a body in memory |
  /// | `error`, `message` | the ``NetworkRequestError/Kind`` and the description of a failure |
  /// | `duration_ms` | the time that the call took, in milliseconds |
  /// | `redirects`, `cache`, `attempts` | if there were any redirects, a cache, or several attempts |
  /// | `trace_id`, `span_id` | of the request's `traceparent`, or of the call's ``TraceContext`` |
  ///
  /// ```swift
  /// struct MySink: LogSink {
  ///   let logger: Logger  // swift-log's, say
  ///   func log(_ entry: LogEntry) {
  ///     let metadata = entry.fields.map {
  ///       ($0.name, Logger.MetadataValue.string("\($0.value)"))
  ///     }
  ///     logger.info(
  ///       "call", metadata: Dictionary(uniqueKeysWithValues: metadata))
  ///   }
  /// }
  /// ```
  public var fields: [Field] {
    var fields = [
      Field("event", .text(event.name)), Field("request_id", .text(request.id.description)),
      Field("method", .text(request.method.rawValue)),
      Field("url", .text(request.options.redaction.url(request.url))),
    ]
    if request.isHedge { fields.insert(Field("hedge", .integer(1)), at: 2) }
    switch event {
    case .started: break
    case .finished(let response, let time):
      fields.append(Field("status", .integer(response.status)))
      if case .data(let data) = response.body { fields.append(Field("response_bytes", .integer(data.count))) }
      fields.append(Field("duration_ms", .number(time / .milliseconds(1))))
      if response.redirectCount > 0 { fields.append(Field("redirects", .integer(response.redirectCount))) }
      if let decision = response.cacheDecision {
        fields.append(Field("cache", .text(decision.outcome.rawValue)))
      }
    case .failed(let error, let time):
      if let status = error.status { fields.append(Field("status", .integer(status))) }
      fields.append(Field("error", .text(error.kind.rawValue)))
      fields.append(Field("message", .text(error.description)))
      fields.append(Field("duration_ms", .number(time / .milliseconds(1))))
    }
    if let attempts { fields.append(Field("attempts", .integer(attempts))) }
    return fields + trace
  }

  /// The number of attempts of a call that has ended after several; otherwise nil.
  private var attempts: Int? {
    if case .started = event { return nil }
    return request.record.map(\.attempts.count).flatMap { $0 > 1 ? $0 : nil }
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

extension LogEntry.Field {
  fileprivate init(_ name: String, _ value: Value) {
    (self.name, self.value) = (name, value)
  }
}

extension LogEntry.Event {
  fileprivate var name: String {
    switch self {
    case .started: "started"
    case .finished: "finished"
    case .failed: "failed"
    }
  }
}
