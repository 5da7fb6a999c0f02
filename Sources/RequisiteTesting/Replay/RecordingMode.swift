/// What a ``ReplayTransport`` does with a request that its recording does not answer, or with all of them.
public enum RecordingMode: String, Sendable {
  /// Answers from the recording alone: nothing is sent. A request that is not in it fails.
  case replay
  /// Answers from the recording, sends what is not in it, and adds that.
  case missing
  /// Sends everything, and replaces the recording.
  case all

  /// As the environment variable `REQUISITE_RECORD` says: `missing`, `all`, or nothing for ``replay``. So tests are
  /// recorded by `REQUISITE_RECORD=all swift test`, and without it talk to no server.
  public static var environment: RecordingMode {
    ProcessInfo.processInfo.environment["REQUISITE_RECORD"].flatMap(RecordingMode.init) ?? .replay
  }
}
