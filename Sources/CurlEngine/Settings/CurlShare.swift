import CRequisiteCurl

/// The TLS sessions that the easy handles of a loop resume on new connections (RFC 8446 §2.2), as long as the loop exists.
///
/// Without it each easy handle would remember its own, and be of no use to the next one. Used only by the loop's thread.
final class CurlShare {
  let pointer: UnsafeMutableRawPointer

  /// Returns nil if libcurl has no memory for it. Each new connection then makes a whole handshake.
  init?() {
    guard let pointer = rq_share_create() else { return nil }
    self.pointer = pointer
  }

  deinit { rq_share_free(pointer) }
}
