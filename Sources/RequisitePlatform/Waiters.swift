/// Tasks that wait, each under a ticket of its own. Whoever lets them wait keeps the tickets, in an order and under a lock of its
/// own, and no continuation.
package struct Waiters<Outcome: Sendable>: Sendable {
  private let lastTicket = Locked(0)
  private let continuations = Locked<[Int: UnsafeContinuation<Outcome, Never>]>([:])

  package init() {}

  /// Waits until ``resume(_:returning:)`` is called with the ticket of this task.
  ///
  /// - Parameters:
  ///   - cancelled: The outcome of a task that is cancelled before or while it waits.
  ///   - join: Puts the ticket into the queue. Returns the outcome if it is known at once, and then has queued nothing.
  ///   - leave: Removes the ticket of a cancelled task from the queue. Returns false if it is not there: its outcome is known.
  package func wait(
    orIfCancelled cancelled: Outcome, join: (_ ticket: Int) -> Outcome?,
    leave: @escaping @Sendable (_ ticket: Int) -> Bool
  ) async -> Outcome {
    guard !Task.isCancelled else { return cancelled }
    let ticket = lastTicket.next()
    let cancel = { @Sendable in if leave(ticket) { resume(ticket, returning: cancelled) } }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        // Before the ticket is in the queue: from then on its outcome may come.
        continuations.withLock { $0[ticket] = continuation }
        if let outcome = join(ticket) { return resume(ticket, returning: outcome) }
        // The handler may have come before the ticket was in the queue, and found nothing.
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the wait of a task. Call it once for each ticket, without the lock of the queue.
  package func resume(_ ticket: Int, returning outcome: Outcome) {
    continuations.withLock { $0.removeValue(forKey: ticket) }?.resume(returning: outcome)
  }
}
