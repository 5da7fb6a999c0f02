/// What happened to a call so far. One for each call: its layers write, and whoever has the request reads.
///
/// The dispatcher puts it on the ``TransportRequest``, so errors and replies lead to it: by
/// ``NetworkRequestError/attempts`` and ``NetworkResponse/attempts``.
public final class CallRecord: Sendable {
  private let state = Locked<[Attempt]>([])

  /// Makes a record of nothing.
  init() {}

  /// The attempts so far, in their order; empty where no layer of the stack makes attempts.
  public var attempts: [Attempt] { state.withLock { $0 } }

  func append(_ attempt: Attempt) {
    state.withLock { $0.append(attempt) }
  }
}
