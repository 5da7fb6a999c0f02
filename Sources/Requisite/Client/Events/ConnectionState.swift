/// The state of the connections of an ``EventSource`` or a `SocketSource`, such as for a view that shows “offline”.
///
/// ```swift
/// struct Watch: Request {
///   typealias ReturnType = ServerSentEvents
///   let path = "/watch"
/// }
/// func show(_ source: EventSource, in banner: (String?) -> Void) async {
///   for await state in source.states {
///     switch state {
///     case .open: banner(nil)
///     case .connecting: banner("Connecting")
///     case .lost(_, let wait): banner("Offline, reconnecting in \(wait)")
///     case .closed(let error): banner(error.map { "Stopped: \($0)" })
///     }
///   }
/// }
/// ```
/// A pass begins with ``connecting``, and ends with ``closed(_:)``. Between them each connection is ``open``, unless it
/// cannot be made, and ``lost(_:retryingIn:)`` before the next ``connecting``.
public enum ConnectionState: Sendable {
  /// A connection is being made.
  case connecting
  /// The connection is made: for a `SocketSource`, after the socket got what it needs first.
  case open
  /// The connection is lost or could not be made, and the next one follows after a wait: that of the retry policy, or of
  /// the server. The error is nil if the server has ended the connection in an orderly way.
  case lost(NetworkRequestError?, retryingIn: Duration)
  /// No pass is under way: with the error that its reader got, or nil for an end without one, and before the first pass.
  case closed(NetworkRequestError?)
}
