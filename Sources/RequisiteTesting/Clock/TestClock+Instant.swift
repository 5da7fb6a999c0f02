extension TestClock {
  /// A time that a ``TestClock`` can show.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was made.
    public let offset: Duration

    /// Makes the time that is `offset` after the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// True when the left time is before the right one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The time since the clock was made.
    public var description: String { offset.description }
  }
}
