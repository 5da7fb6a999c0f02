/// A state for each scope, made when it is first asked for.
struct ScopedStates<State: Sendable>: Sendable {
  private let states = Locked<[ScopeKey: State]>([:])
  private let fresh: State
  private let isIdle: @Sendable (State) -> Bool

  /// - Parameter isIdle: Whether a state may be forgotten, for a fresh one would do the same.
  init(fresh: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.fresh = fresh
    self.isIdle = isIdle
  }

  var count: Int { states.withLock { $0.count } }

  func withState<Value>(of key: ScopeKey, _ work: (inout State) -> Value) -> Value {
    states.withLock { states in
      if let index = states.index(forKey: key) { return work(&states.values[index]) }
      if states.count >= Self.limit { states = states.filter { !isIdle($0.value) } }
      return work(&states[key, default: fresh])
    }
  }

  /// Beyond so many hosts, those are forgotten of which there is nothing to remember.
  static var limit: Int { 1_000 }
}
