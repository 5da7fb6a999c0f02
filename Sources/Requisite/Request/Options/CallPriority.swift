/// The rank of a call among those that wait for their turn.
public enum CallPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// After all others: prefetching, uploads in the background.
  case low
  /// The default.
  case normal
  /// Before all others: what a user is waiting for.
  case high

  /// Whether the one comes after the other.
  public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

extension RequestOptions {
  /// The rank of the call in the queues of ``Transport/throttled(max:scope:queue:)`` and
  /// ``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``. `.normal` by default.
  /// Among calls of one priority it is first come, first served; a low one waits for as long as higher ones come.
  public var priority: CallPriority {
    get { self[PriorityKey.self] }
    set { self[PriorityKey.self] = newValue }
  }
}

private enum PriorityKey: RequestOptionKey { static let defaultValue = CallPriority.normal }
