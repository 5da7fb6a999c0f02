/// The calls that a limit counts together.
public enum LimitScope: Sendable, Hashable {
  /// All calls.
  case all
  /// The calls to one origin: scheme, host and port.
  case perHost

  /// What the calls of a request are counted under.
  func key(of request: TransportRequest) -> ScopeKey {
    self == .all ? .all : ScopeKey(request.url)
  }
}
