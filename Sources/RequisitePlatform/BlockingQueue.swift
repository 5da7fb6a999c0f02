/// A queue that runs blocking work, such as file access, on its own threads, because Swift's tasks share few threads.
///
/// Its workers take from one list, so work that stands still, as on a stalled disk, holds up one of them and nothing else.
package struct BlockingQueue: Sendable {
  /// True if work runs on the thread of its caller: for a test that decides the order of all work on one thread.
  @TaskLocal package static var runsInPlace = false

  /// Runs code of others for which no thread of the library may wait, such as a user's cancellation handlers. Wide, because each
  /// may block, and its threads exist only while there is work.
  package static let callbacks = BlockingQueue("requisite.callbacks", width: 64)

  private struct State {
    /// The work that arrived since `next` was made, the last one last.
    var arrived: [@Sendable () -> Void] = []
    /// The work before that, the first one last.
    var next: [@Sendable () -> Void] = []
    var idle: [DispatchQueue] = []
    var workers = 0
  }

  private let label: String
  private let width: Int
  private let state = Locked(State())

  /// Creates a queue.
  ///
  /// - Parameter width: The number of pieces of work that run at a time. 1 by default: one after the other.
  package init(_ label: String, width: Int = 1) {
    self.label = label
    self.width = max(1, width)
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
    let worker: DispatchQueue? = state.withLock { state in
      state.arrived.append(work)
      if let worker = state.idle.popLast() { return worker }
      guard state.workers < width else { return nil }
      state.workers += 1
      return DispatchQueue(label: label)
    }
    worker?.async { [self] in run(on: worker) }
  }

  /// Runs what waits, until nothing does.
  private func run(on worker: DispatchQueue?) {
    while let work = next(for: worker) { work() }
  }

  private func next(for worker: DispatchQueue?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.next.isEmpty {
        swap(&state.next, &state.arrived)
        state.next.reverse()
      }
      if let work = state.next.popLast() { return work }
      if let worker { state.idle.append(worker) }
      return nil
    }
  }
}
