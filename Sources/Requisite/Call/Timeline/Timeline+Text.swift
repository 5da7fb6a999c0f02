extension Timeline: CustomStringConvertible {
  /// The call as a waterfall: a line a span, with its place in time, its start and how long it took.
  public var description: String {
    let head = "\(request) — \(outcome) in \(DurationText.short(duration))"
    return ([head] + spans.flatMap(lines)).joined(separator: "\n")
  }

  private static let barWidth = 24

  private func lines(of span: TimelineSpan) -> [String] {
    let name = Self.column(span.layer, 11) + Self.column(span.event, 15)
    let times =
      Self.right(DurationText.short(span.start), 9) + Self.right(DurationText.short(span.duration), 9)
    let line = "  \(name) \(bar(span))\(times)"
    let details = [span.detail, span.phases.map(Self.text)].compactMap(\.self)
    return [line] + details.map { "    \($0)" }
  }

  /// Where the span lies in the call, at least one mark wide.
  private func bar(_ span: TimelineSpan) -> String {
    let whole = max(duration / .nanoseconds(1), 1)
    let place = { (time: Duration) in Int((time / .nanoseconds(1)) / whole * Double(Self.barWidth)) }
    let start = min(max(0, place(span.start)), Self.barWidth - 1)
    let length = min(max(1, place(span.duration)), Self.barWidth - start)
    let space = String(repeating: "·", count: start)
    return Self.column(space + String(repeating: "█", count: length), Self.barWidth, filling: "·")
  }

  private static func text(_ phases: TransferTimings) -> String {
    var parts: [String] = []
    func add(_ name: String, _ start: Duration, _ end: Duration) {
      if end > start { parts.append("\(name) \(DurationText.short(end - start))") }
    }
    add("queue", .zero, phases.queued)
    add("DNS", phases.queued, phases.nameResolved)
    add("connect", phases.nameResolved, phases.connected)
    add("TLS", phases.connected, phases.secured)
    add("first byte", phases.requestSent, phases.firstByte)
    add("body", phases.firstByte, phases.lastByte)
    parts.append("\(phases.bytesSent) B out, \(phases.bytesReceived) B in")
    parts += [phases.httpVersion, phases.reusedConnection ? "kept connection" : nil].compactMap(\.self)
    return parts.joined(separator: ", ")
  }

  private static func column(_ text: String, _ width: Int, filling: Character = " ") -> String {
    let fits = text.count <= width ? text : text.prefix(width - 1) + "…"
    return fits + String(repeating: filling, count: width - fits.count)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
