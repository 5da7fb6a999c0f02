/// A queue that runs blocking work, such as file access, on its own threads, because Swift's tasks share few threads.
package struct BlockingQueue: Sendable {
  /// True if work runs on the thread of its caller: for a test that decides the order of all work on one thread.
  @TaskLocal package static var runsInPlace = false

  private let queues: [DispatchQueue]
  private let next = Locked(0)

  /// Creates a queue.
  ///
  /// - Parameter width: The number of pieces of work that run at a time. 1 by default: one after the other.
  package init(_ label: String, width: Int = 1) {
    queues = (0..<max(1, width)).map { _ in DispatchQueue(label: label) }
  }

  /// Runs `work` and returns its result. With a width of 1, work runs in the order of its submission. Cancellation
  /// does not interrupt it.
  package func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs `work` as ``run(_:)`` does, without waiting for its result.
  package func submit(_ work: @escaping @Sendable () -> Void) {
    guard !Self.runsInPlace else { return work() }
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
