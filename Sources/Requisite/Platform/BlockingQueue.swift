/// Runs work that waits for a disk on a thread of its own: the threads of tasks are few, and others need them.
struct BlockingQueue: Sendable {
  private let queue: DispatchQueue

  /// Makes a queue that runs one piece of work after the other.
  init(_ label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs `work` behind all that was given before. Cancellation does not interrupt it.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
