import Requisite

/// What a command is connected by. A test replaces the parts.
struct Connection: Sendable {
  /// The transport for the server of `--server`.
  var transport: any Transport = DefaultTransport.shared
  /// The store for responses of that server, for the next run; nil for no cache.
  var cache: (any CacheStore)?
  /// The clock of waits and deadlines.
  var clock = CallClock.continuous
}
