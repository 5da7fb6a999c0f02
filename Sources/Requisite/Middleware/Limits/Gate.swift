/// Lets so many calls through at a time, counted by scope; the others wait in line.
struct Gate: Sendable {
  private enum Entry { case granted, full, cancelled }
  private typealias Waiter = CheckedContinuation<Entry, Never>

  private struct State {
    var slots: [Origin?: Slots<Waiter>] = [:]
    var lastTicket = 0
  }

  private let limit: Int
  private let queueLimit: Int
  private let state = Locked(State())

  init(limit: Int, queueLimit: Int) {
    self.limit = limit
    self.queueLimit = max(0, queueLimit)
  }

  /// How many wait.
  func waiting(for key: Origin?) -> Int { state.withLock { $0.slots[key]?.waiting ?? 0 } }

  /// How many are served before a newcomer of that priority.
  func count(before priority: CallPriority, in key: Origin?) -> Int {
    state.withLock { $0.slots[key]?.count(before: priority) ?? 0 }
  }

  /// How many scopes have calls in them.
  var scopeCount: Int { state.withLock { $0.slots.count } }

  /// Waits for a place. Whoever has one must ``leave(_:)``.
  ///
  /// - Throws: `refused` where the line is full, `cancelled` while waiting.
  func enter(_ key: Origin?, for request: TransportRequest) async throws(NetworkRequestError) {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let isIn = state.withLock { $0.slots[key, default: fresh].take() }
    guard !isIn else { return }
    let start = request.record?.now ?? .zero
    switch await wait(for: key, priority: request.options.priority) {
    case .granted: request.record?.note("limit", "queued", since: start)
    case .full: throw .refused(Refusal(.queueFull(limit: queueLimit), request: request))
    case .cancelled: throw .cancelled(request)
    }
  }

  /// Gives the place to the next in line.
  func leave(_ key: Origin?) {
    let next = state.withLock { state in
      let next = state.slots[key]?.free()
      if state.slots[key]?.isIdle == true { state.slots[key] = nil }
      return next
    }
    next?.resume(returning: .granted)
  }

  private var fresh: Slots<Waiter> { Slots(limit: limit, queueLimit: queueLimit) }

  private func wait(for key: Origin?, priority: CallPriority) async -> Entry {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let entry = queue(waiter, ticket, for: key, priority) { waiter.resume(returning: entry) }
      }
    } onCancel: {
      state.withLock { $0.slots[key]?.cancel(ticket: ticket) }?.resume(returning: .cancelled)
    }
  }

  /// What becomes of the waiter at once; nil where it has to wait.
  private func queue(_ waiter: Waiter, _ ticket: Int, for key: Origin?, _ priority: CallPriority) -> Entry? {
    state.withLock { state in
      // Asked under the lock: either the cancellation is seen here, or the handler comes later and finds the waiter.
      guard !Task.isCancelled else { return .cancelled }
      if state.slots[key, default: fresh].take() { return .granted }
      let waits = state.slots[key, default: fresh].wait(waiter, ticket: ticket, priority: priority)
      return waits ? nil : .full
    }
  }
}
