/// Which part of a server each of its paths belongs to, where the server has a quota for each part: GitHub says so by
/// `X-RateLimit-Resource`, with each response.
///
/// Paths are told apart by their first two segments, then by their first: `/search/code` and `/search/issues` may be two parts, all
/// of `/repos` is one. A path that is not known yet counts as one of `core`, GitHub's name for all that is no other
/// part; where the server has no such part, it belongs to no part.
struct QuotaParts: Sendable {
  private static let remainder = "core"
  /// The most prefixes of paths that are remembered: a server that makes up names must not fill the memory.
  private static let limit = 256

  private var parts: [Substring: String] = [:]
  private var hasRemainder = false

  /// Notes what a response to a request for that path said.
  mutating func note(_ part: String, of path: Substring) {
    hasRemainder = hasRemainder || part == Self.remainder
    for prefix in Self.prefixes(of: path) where parts[prefix] != nil || parts.count < Self.limit {
      parts[prefix] = part
    }
  }

  /// The part that a path belongs to, as far as is known.
  func part(of path: Substring) -> String? {
    guard !parts.isEmpty else { return nil }
    for prefix in Self.prefixes(of: path) {
      if let part = parts[prefix] { return part }
    }
    return hasRemainder ? Self.remainder : nil
  }

  /// The path's first two segments, and its first.
  private static func prefixes(of path: Substring) -> [Substring] {
    let segments = path.split(separator: "/", maxSplits: 2)
    guard let first = segments.first else { return [path.prefix(1)] }
    let whole = path[..<(segments.dropFirst().first ?? first).endIndex]
    return [whole, path[..<first.endIndex]]
  }
}
