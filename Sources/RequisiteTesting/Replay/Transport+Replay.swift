extension Transport {
  /// Answers from a recording in place of this transport, which is asked only to record: see ``ReplayTransport``.
  ///
  /// - Parameters:
  ///   - file: The recording. One file belongs to one transport: two that record into it at a time overwrite each other.
  ///   - mode: Whether anything is sent and recorded; by default as the environment variable `REQUISITE_RECORD` says,
  ///     which is nothing.
  ///   - match: What must be the same for an exchange to answer: method, URL and body by default.
  ///   - order: Whether requests must come in the order of the exchanges; any by default.
  ///   - redaction: What is left out of the recording; what is known to be secret, by default. What a request's own
  ///     `RequestOptions.redaction` hides is left out as well.
  public func replayed(
    from file: RecordingFile, mode: RecordingMode = .environment, matching match: RequestMatch = .standard,
    order: StubTransport.Order = .any, redacting redaction: Redaction = .standard
  ) -> ReplayTransport {
    ReplayTransport(self, file, mode: mode, match, order, redaction)
  }
}
