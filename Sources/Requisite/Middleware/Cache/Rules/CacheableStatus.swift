/// What statuses mean to a cache.
enum CacheableStatus {
  /// Whether a response of that status may be kept on a guess (RFC 9110 §15.1). 206 is one of them there; this cache
  /// keeps no parts.
  static func allowsHeuristics(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }

  /// Whether a response of that status may be kept at all where the server says so (RFC 9111 §3): a final one, and
  /// neither a part (206) nor a confirmation (304).
  ///
  /// Redirects are not kept either. Here they are seen only where the call follows none, and a call that does
  /// follow them could not use them.
  static func isKept(_ status: Int) -> Bool {
    guard (200...599).contains(status), status != 206, status != 304 else { return false }
    return !Redirection.statuses.contains(status)
  }

  /// Whether the requirements of that status on caches are known here, for `must-understand` (§5.2.2.3).
  static func isUnderstood(_ status: Int) -> Bool {
    isKept(status) && HTTPStatus.phrase(status) != nil
  }

  /// Whether a stored response may stand in for a response of that status, by `stale-if-error` (RFC 5861 §4).
  static func isError(_ status: Int) -> Bool {
    status == 500 || (502...504).contains(status)
  }
}
