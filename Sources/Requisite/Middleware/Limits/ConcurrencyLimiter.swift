/// Lets a number of calls through at a time, counted by scope; the others wait in line.
struct ConcurrencyLimiter: Sendable {
  private enum Entry { case granted, cancelled, full(limit: Int) }
  private typealias Waiter = CheckedContinuation<Entry, Never>

  private let slots: ScopedStates<LimiterSlots<Waiter>>
  private let lastTicket = Locked(0)

  init(limit: Int, queueLimit: Int) {
    slots = ScopedStates(fresh: LimiterSlots(limit: limit, queueLimit: queueLimit)) { $0.isIdle }
  }

  /// The number of waiting calls.
  func waiting(for key: ScopeKey) -> Int { slots.withState(of: key) { $0.waiting } }

  /// How many are served before a newcomer of that priority.
  func count(before priority: CallPriority, in key: ScopeKey) -> Int {
    slots.withState(of: key) { $0.count(before: priority) }
  }

  /// Waits for a place. The caller must give it back by ``leave(_:)``.
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
    let ticket = lastTicket.next()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let entry = queue(waiter, ticket, for: key, priority) { waiter.resume(returning: entry) }
      }
    } onCancel: {
      slots.withState(of: key) { $0.cancel(ticket: ticket) }?.resume(returning: .cancelled)
    }
  }

  /// The waiter's result if it is known at once; nil if it has to wait.
  private func queue(_ waiter: Waiter, _ ticket: Int, for key: ScopeKey, _ priority: CallPriority) -> Entry? {
    slots.withState(of: key) { slots in
      // Asked under the lock: either the cancellation is seen here, or the handler comes later and finds the waiter.
      if Task.isCancelled { return .cancelled }
      if slots.take() { return .granted }
      return slots.wait(waiter, ticket: ticket, priority: priority) ? nil : .full(limit: slots.queueLimit)
    }
  }
}

/// A number of places, and a line of the calls that wait for one. A value: each function returns the waiter to wake after
/// the lock was released.
struct LimiterSlots<Waiter: Sendable>: Sendable {
  let limit: Int
  let queueLimit: Int
  private(set) var used = 0
  private var line = WaitingLine<Waiter>()

  init(limit: Int, queueLimit: Int) {
    self.limit = max(1, limit)
    self.queueLimit = max(0, queueLimit)
  }

  var waiting: Int { line.count }

  /// How many are served before a newcomer of that priority.
  func count(before priority: CallPriority) -> Int { used + line.count(before: priority) }

  var isIdle: Bool { used == 0 }

  /// Takes a free place; false if all are taken.
  mutating func take() -> Bool {
    guard used < limit else { return false }
    used += 1
    return true
  }

  /// Joins the line; false where it is full.
  mutating func wait(_ waiter: Waiter, ticket: Int, priority: CallPriority) -> Bool {
    guard line.count < queueLimit else { return false }
    line.append(waiter, ticket: ticket, priority: priority)
    return true
  }

  /// Gives a place back. It goes to the waiter that is returned; without one it is free.
  mutating func free() -> Waiter? {
    if let next = line.popFirst() { return next }
    used -= 1
    return nil
  }

  /// Leaves the line; nil where the waiter has its place already.
  mutating func cancel(ticket: Int) -> Waiter? {
    line.remove(ticket: ticket)
  }
}

/// The waiting calls in the order of their turns: by priority, and within one priority by arrival.
private struct WaitingLine<Waiter: Sendable>: Sendable {
  private struct Place {
    let priority: CallPriority
    let ticket: Int
    let waiter: Waiter

    /// Whether its turn comes after that of a newcomer of that priority.
    func isBehind(_ newcomer: CallPriority) -> Bool { priority < newcomer }
  }

  /// The next one stands last, where it is taken out at no cost.
  private var places: [Place] = []

  var count: Int { places.count }

  mutating func append(_ waiter: Waiter, ticket: Int, priority: CallPriority) {
    places.insert(Place(priority: priority, ticket: ticket, waiter: waiter), at: index(of: priority))
  }

  /// How many a newcomer of that priority would have before it.
  func count(before priority: CallPriority) -> Int { places.count - index(of: priority) }

  /// Where a newcomer of that priority stands.
  private func index(of priority: CallPriority) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].isBehind(priority) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func popFirst() -> Waiter? {
    places.popLast()?.waiter
  }

  /// Takes the one with that ticket out of the line; nil where it is not in it.
  mutating func remove(ticket: Int) -> Waiter? {
    guard let index = places.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return places.remove(at: index).waiter
  }
}
