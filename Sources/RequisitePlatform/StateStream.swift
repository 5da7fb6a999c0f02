/// A state that changes, and the sequences that follow it.
package final class StateStream<State: Sendable>: Sendable {
  private struct Followers {
    var state: State?
    var continuations: [Int: AsyncStream<State>.Continuation] = [:]
    var last = 0
  }

  private let followers: Locked<Followers>

  /// - Parameter state: The first state; nil if it is not known yet.
  package init(_ state: State? = nil) { followers = Locked(Followers(state: state)) }

  deinit {
    for continuation in followers.withLock({ $0.continuations }).values { continuation.finish() }
  }

  /// The state now; nil if it is not known yet.
  package var state: State? { followers.withLock { $0.state } }

  /// Changes the state.
  package func set(_ state: State) {
    let continuations = followers.withLock { followers in
      followers.state = state
      return followers.continuations
    }
    // Without the lock, because this resumes tasks.
    for continuation in continuations.values { continuation.yield(state) }
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
