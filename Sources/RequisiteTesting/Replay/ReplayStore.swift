/// A recording in its file: read when it is first asked for, written when something is added.
final class ReplayStore: Sendable {
  private struct State {
    var script: ReplayScript?
    var problem: RecordingFailure?
  }

  let file: URL?
  private let makeScript: @Sendable () throws(RecordingFailure) -> ReplayScript
  private let state = Locked(State())

  init(file: URL?, _ makeScript: @escaping @Sendable () throws(RecordingFailure) -> ReplayScript) {
    (self.file, self.makeScript) = (file, makeScript)
  }

  /// Does something with the script.
  func use<Value>(_ body: (inout ReplayScript) -> Value) throws(RecordingFailure) -> Value {
    try state.withLock { state throws(RecordingFailure) in
      var script: ReplayScript
      if let known = state.script { script = known } else { script = try makeScript() }
      defer { state.script = script }
      return body(&script)
    }
  }

  /// Adds an exchange, and writes the file.
  func add(_ exchange: Recording.Exchange, at ticket: Int) throws(RecordingFailure) {
    // Written under the lock: of two that end at a time, the later file has both.
    try state.withLock { state throws(RecordingFailure) in
      state.script?.add(exchange, at: ticket)
      guard let file, let script = state.script else { return }
      do throws(RecordingFailure) { try script.recording.write(to: file) } catch {
        state.problem = error
        throw error
      }
    }
  }

  /// The problems at the end: a file that could not be written, exchanges that were not used.
  var problems: [String] {
    state.withLock { state in
      (state.problem.map { [$0.description] } ?? []) + (state.script?.unused ?? [])
    }
  }
}
