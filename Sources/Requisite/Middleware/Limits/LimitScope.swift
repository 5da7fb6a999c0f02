/// The calls that a limit counts together.
public enum LimitScope: Sendable, Hashable {
  /// All calls together, whatever their origin.
  case all
  /// The calls to one origin (scheme, host and port) together.
  case perHost
  /// The calls to one origin whose paths begin with the same `segments` segments together, for services behind one gateway.
  ///
  /// With 1, `/users/7` and `/users` are counted together, and apart from `/orders/7`; with 2, `/v1/users/7` and
  /// `/v1/users`. Segments are compared as they are spelled in the URL. Do not count segments that are different in each
  /// call, such as ids.
  case perPathPrefix(segments: Int)

  /// Returns the key under which the calls of a request are counted.
  func key(of request: TransportRequest) -> ScopeKey {
    switch self {
    case .all: .all
    case .perHost: ScopeKey(request.url)
    case .perPathPrefix(let count):
      ScopeKey(request.url).subdivided(
        by: URLParts(request.url).path.split(separator: "/").prefix(max(0, count)).joined(separator: "/"))
    }
  }
}

/// The key under which calls are counted: one for all calls, or one for each origin.
enum ScopeKey: Hashable, Sendable {
  case all
  case origin(Origin)
  /// A part of a server, which the server has named, or whose paths have one prefix.
  case part(String)

  /// Creates the key of a URL's origin.
  init(_ url: URL) {
    self = .origin(Origin(url))
  }

  /// Returns the key of a named part of this scope; this key if `part` is nil.
  func subdivided(by part: String?) -> ScopeKey {
    guard let part else { return self }
    return switch self {
    case .all: .part(" \(part)")
    case .origin(let origin): .part("\(origin.text) \(part)")
    case .part(let whole): .part("\(whole) \(part)")
    }
  }
}

/// A state for each scope, created on first use.
struct ScopedStates<State: Sendable>: Sendable {
  private struct States {
    var all: [ScopeKey: State] = [:]
    /// The number of states at which idle ones are looked for next.
    var countBeforeSweep = ScopedStates.limit
  }

  private let states = Locked(States())
  private let fresh: State
  private let isIdle: @Sendable (State) -> Bool

  /// - Parameter isIdle: True if a state can be discarded, because a new one would behave alike.
  init(fresh: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.fresh = fresh
    self.isIdle = isIdle
  }

  var count: Int { states.withLock { $0.all.count } }

  func withState<Value>(of key: ScopeKey, _ work: (inout State) -> Value) -> Value {
    states.withLock { states in
      if let index = states.all.index(forKey: key) { return work(&states.all.values[index]) }
      if states.all.count >= states.countBeforeSweep {
        states.all = states.all.filter { !isIdle($0.value) }
        // As many new scopes follow as are busy, so that each call pays for two looks at most.
        states.countBeforeSweep = max(Self.limit, 2 * states.all.count)
      }
      return work(&states.all[key, default: fresh])
    }
  }

  /// The number of scopes from which on idle states are discarded: here first, then whenever the number of busy ones has
  /// doubled.
  static var limit: Int { 1_000 }
}
