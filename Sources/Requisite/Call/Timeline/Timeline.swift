/// What happened to a call, from its beginning to its end: waits, attempts, redirects, exchanges and their phases.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// if let timeline = response.timeline { print(timeline) }
/// ```
/// It prints as a small waterfall, and is `Codable` to be kept or sent elsewhere. Secrets of the URL are left out.
public struct Timeline: Sendable, Hashable, Codable {
  /// The id of the call.
  public let id: String
  /// Method and URL, without what is secret.
  public let request: String
  /// How it ended: a status, or the name of a case of ``NetworkRequestError``.
  public let outcome: String
  /// How long it took: until its response was there, or of a streamed one its header section.
  public let duration: Duration
  /// What the layers did, by the time at which it began.
  public let spans: [TimelineSpan]
  /// The attempts, where a layer makes them.
  public let attempts: [Attempt]

  init?(of request: TransportRequest?, outcome: String) {
    guard let request, let record = request.record else { return nil }
    id = request.id.description
    self.request = request.description
    self.outcome = outcome
    attempts = record.attempts
    spans = record.spans
    duration = spans.map { $0.start + $0.duration }.max() ?? record.now
  }
}
