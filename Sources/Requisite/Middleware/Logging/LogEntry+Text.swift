extension LogEntry {
  /// How an entry is written.
  public enum Style: Sendable, Hashable {
    /// On one line: request, status, size, time.
    case oneLine
    /// With header fields and up to that many bytes of the bodies; JSON on lines of its own.
    case pretty(bodyLimit: Int = 1_024)
  }

  /// The entry as text. Secrets are left out, by the request's ``RequestOptions/redaction``.
  public func text(_ style: Style = .oneLine) -> String {
    switch style {
    case .oneLine: line
    case .pretty(let limit): details(limit)
    }
  }

  private var line: String {
    switch event {
    case .started: "→ \(request)"
    case .finished(let response, let time):
      "← \(MessageText.statusLine(response.status)) \(request)\(Self.size(of: response)) in \(Self.text(time))"
    case .failed(let error, let time): "✗ \(error) (after \(Self.text(time)))"
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

  private static func size(of response: NetworkResponse) -> String {
    if case .data(let data) = response.body { ", \(data.count) bytes" } else { "" }
  }

  /// The time to three digits: `0.42 ms`, `12.3 ms`, `1.25 s`.
  static func text(_ time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    let (value, unit) = seconds < 1 ? (seconds * 1_000, "ms") : (seconds, "s")
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    return value.formatted(
      .number.precision(.fractionLength(digits)).grouping(.never).locale(.init(identifier: "en")))
      + " \(unit)"
  }
}
