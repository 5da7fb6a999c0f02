import Requisite

/// Prints each request and its response, for `--verbose` and `--headers`.
struct ConsoleSink: LogSink {
  let console: Console
  let style: LogEntry.Style

  func log(_ entry: LogEntry) {
    console.note(lines: entry.text(style))
  }
}

/// Prints the waterfall of each call, for `--timeline`.
struct TimelinePrinter: CallObserver {
  let console: Console

  func callEnded(_ call: ObservedCall) {
    let timeline =
      switch call.outcome {
      case .success(let response): NetworkResponse(response, to: call.request).timeline
      case .failure(let error): error.timeline
      }
    if let timeline { console.note(lines: timeline.description) }
  }
}
