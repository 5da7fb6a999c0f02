extension LogEntry {
  /// How an entry is written.
  public enum Style: Sendable, Hashable {
    /// On one line: request, status, size, time.
    case oneLine
    /// With header fields and up to that many bytes of the bodies; JSON on lines of its own.
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
