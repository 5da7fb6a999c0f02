/// Lets so many calls through at a time, counted by scope; the others wait in line.
struct ConcurrencyLimiter: Sendable {
  private enum Entry { case granted, cancelled, full(limit: Int) }
  private typealias Waiter = CheckedContinuation<Entry, Never>

  private let slots: ScopedStates<LimiterSlots<Waiter>>
  private let lastTicket = Locked(0)

  init(limit: Int, queueLimit: Int) {
    slots = ScopedStates(fresh: LimiterSlots(limit: limit, queueLimit: queueLimit)) { $0.isIdle }
  }

  /// How many wait.
  func waiting(for key: ScopeKey) -> Int { slots.withState(of: key) { $0.waiting } }

  /// How many are served before a newcomer of that priority.
  func count(before priority: CallPriority, in key: ScopeKey) -> Int {
    slots.withState(of: key) { $0.count(before: priority) }
  }

  /// Waits for a place. The caller must ``leave(_:)`` it.
  ///
  /// - Throws: `refused` where the line is full, `cancelled` while waiting.
  func enter(_ key: ScopeKey, for request: TransportRequest) async throws(NetworkRequestError) {
    guard !Task.isCancelled else { throw .cancelled(request) }
    guard !slots.withState(of: key, { $0.take() }) else { return }
    let start = request.record?.now ?? .zero
    switch await wait(for: key, priority: request.options.priority) {
    case .granted: request.record?.note("limit", "queued", since: start)
    case .full(let limit): throw .refused(Refusal(.queueFull(limit: limit), request: request))
    case .cancelled: throw .cancelled(request)
    }
  }

  /// Gives the place to the next in line.
  func leave(_ key: ScopeKey) {
    slots.withState(of: key) { $0.free() }?.resume(returning: .granted)
  }

  private func wait(for key: ScopeKey, priority: CallPriority) async -> Entry {
    let ticket = lastTicket.withLock { last in
      last += 1
      return last
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let entry = queue(waiter, ticket, for: key, priority) { waiter.resume(returning: entry) }
      }
    } onCancel: {
      slots.withState(of: key) { $0.cancel(ticket: ticket) }?.resume(returning: .cancelled)
    }
  }

  /// What becomes of the waiter at once; nil where it has to wait.
  private func queue(_ waiter: Waiter, _ ticket: Int, for key: ScopeKey, _ priority: CallPriority) -> Entry? {
    slots.withState(of: key) { slots in
      // Asked under the lock: either the cancellation is seen here, or the handler comes later and finds the waiter.
      if Task.isCancelled { return .cancelled }
      if slots.take() { return .granted }
      return slots.wait(waiter, ticket: ticket, priority: priority) ? nil : .full(limit: slots.queueLimit)
    }
  }
}
