/// A state that changes, and the sequences that follow it. All of them see the states in the order of the changes.
package final class StateStream<State: Sendable>: Sendable {
  private typealias Continuations = [Int: AsyncStream<State>.Continuation]

  private struct Followers {
    var state: State?
    var continuations: Continuations = [:]
    var last = 0
    /// The changes that are still to be delivered, each with those who followed at the time.
    var changes: [(state: State, followers: Continuations)] = []
    var isDelivering = false

    mutating func nextChange() -> (state: State, followers: Continuations)? {
      isDelivering = !changes.isEmpty
      return isDelivering ? changes.removeFirst() : nil
    }
  }

  private let followers: Locked<Followers>

  /// - Parameter state: The first state; nil if it is not known yet.
  package init(_ state: State? = nil) { followers = Locked(Followers(state: state)) }

  deinit {
    for continuation in followers.withLock({ $0.continuations }).values { continuation.finish() }
  }

  /// The state now; nil if it is not known yet.
  package var state: State? { followers.withLock { $0.state } }

  /// Changes the state, and delivers it.
  package func set(_ state: State) {
    change(to: state)
    deliver()
  }

  /// Changes the state, without resuming a task, so that a caller may hold the lock that orders its changes. ``deliver()``
  /// follows after that lock is released.
  package func change(to state: State) {
    followers.withLock {
      $0.state = state
      $0.changes.append((state, $0.continuations))
    }
  }

  /// Delivers what has changed, unless another task does so already, which then delivers these changes, too: one at a time
  /// keeps the order without holding a lock while tasks are resumed.
  package func deliver() {
    var change = followers.withLock { $0.isDelivering ? nil : $0.nextChange() }
    while let (state, continuations) = change {
      for continuation in continuations.values { continuation.yield(state) }
      change = followers.withLock { $0.nextChange() }
    }
  }

  /// Returns the state now and each later one. A reader that falls behind misses all but the latest 64. The sequence ends
  /// when this object is released, or with the task that reads it.
  package func states() -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(64))
    let number = followers.withLock { followers in
      followers.last += 1
      if let state = followers.state { continuation.yield(state) }
      followers.continuations[followers.last] = continuation
      return followers.last
    }
    continuation.onTermination = { [weak self] _ in
      self?.followers.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }
}
