import Requisite

/// Tells the reader what is sent and what comes back.
struct ConsoleSink: LogSink {
  let console: Console

  func log(_ entry: LogEntry) {
    console.note(entry.text().printable)
  }
}
