import Requisite

/// Prints each request and its response, for `--verbose`.
struct ConsoleSink: LogSink {
  let console: Console

  func log(_ entry: LogEntry) {
    console.note(entry.text().printable)
  }
}
