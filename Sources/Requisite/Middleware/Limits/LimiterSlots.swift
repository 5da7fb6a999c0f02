/// So many places, and a line of those who wait for one. A value: who is to be woken is handed out, to be woken when
/// the lock is no longer held.
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

  /// Takes a free place; false where there is none. (Then another call holds it.)
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
