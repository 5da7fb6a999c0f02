/// Runs work that waits for the disk on threads of its own, because the threads of Swift's tasks are few.
package struct BlockingQueue: Sendable {
  private let queues: [DispatchQueue]
  private let next = Locked(0)

  /// Makes a queue.
  ///
  /// - Parameter width: How many pieces of work run at a time. 1 by default: one after the other.
  package init(_ label: String, width: Int = 1) {
    queues = (0..<max(1, width)).map { _ in DispatchQueue(label: label) }
  }

  /// Runs `work` after all that was given before, or beside it where the queue is wider than 1. Cancellation does not
  /// interrupt it.
  package func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs `work` like ``run(_:)``, without waiting for it.
  func submit(_ work: @escaping @Sendable () -> Void) {
    let index =
      queues.count == 1
      ? 0
      : next.withLock { next in
        next = (next + 1) % queues.count
        return next
      }
    queues[index].async(execute: work)
  }
}
