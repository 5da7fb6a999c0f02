import Requisite

/// Prints each request and its response, for `--verbose` and `--headers`.
struct ConsoleSink: CallObserver {
  let console: Console
  let style: CallEvent.Style

  func observe(_ event: CallEvent) {
    switch event.kind {
    case .started, .ended: console.note(lines: event.text(style))
    case .attempt, .span: break
    }
  }
}

/// Prints the waterfall of each call, for `--timeline`.
struct TimelinePrinter: CallObserver {
  let console: Console

  func observe(_ event: CallEvent) {
    let timeline: CallTimeline? =
      switch event.kind {
      case .ended(.success(let response), _): response.timeline
      case .ended(.failure(let error), _): error.timeline
      default: nil
      }
    if let timeline { console.note(lines: timeline.description) }
  }
}
