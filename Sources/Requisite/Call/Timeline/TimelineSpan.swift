/// What one layer did for a call, and when.
public struct TimelineSpan: Sendable, Hashable, Codable {
  /// The name of the layer, as "transport".
  public let layer: String
  /// What it did, as "waited".
  public let event: String
  /// When it began, counted from the beginning of the call; negative where the call joined one that was under way.
  public let start: Duration
  /// How long it took.
  public let duration: Duration
  /// More in a few words.
  public let detail: String?
  /// The phases of an exchange, where the transport tells them.
  public let phases: TransferTimings?

  /// Makes a span.
  public init(
    layer: String, event: String, start: Duration, duration: Duration, detail: String? = nil,
    phases: TransferTimings? = nil
  ) {
    self.layer = layer
    self.event = event
    self.start = start
    self.duration = duration
    self.detail = detail
    self.phases = phases
  }
}

extension TimelineSpan {
  /// The same at another time.
  func moved(by shift: Duration) -> TimelineSpan {
    TimelineSpan(
      layer: layer, event: event, start: start + shift, duration: duration, detail: detail, phases: phases)
  }
}
