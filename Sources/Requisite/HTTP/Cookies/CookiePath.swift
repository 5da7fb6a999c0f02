/// The paths that cookies are for (RFC 6265 §5.1.4).
enum CookiePath {
  /// The path of a cookie whose server names none: the folder of the request's path.
  static func byDefault(for path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash != path.startIndex
    else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a cookie of `cookiePath` may go to `path`: the same, or one below.
  static func matches(_ path: String, _ cookiePath: String) -> Bool {
    let (path, prefix) = (path.utf8, cookiePath.utf8)
    guard path.starts(with: prefix) else { return false }
    return path.count == prefix.count || prefix.last == UInt8(ascii: "/")
      || path.dropFirst(prefix.count).first == UInt8(ascii: "/")
  }
}
