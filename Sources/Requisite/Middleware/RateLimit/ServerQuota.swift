/// The quotas of a server as its responses state them: how many requests are left until when, and until when no request is
/// welcome.
struct ServerQuota {
  /// The requests that each window of a quota allows, and its length.
  private struct Policy {
    let quota: Int
    let length: Duration
  }

  private struct Window {
    var remaining: Int
    var end: Duration
    /// What the window after this one holds; nil where the server did not say.
    var next: Policy?
    /// The part of the server that the window is for; nil for all of it.
    var part: String?

    /// This window, or the next one if it is over; nil if it is over and the server gave no policy for the next one.
    func current(at now: Duration) -> Window? {
      guard now >= end else { return self }
      guard let next else { return nil }
      return Window(remaining: next.quota, end: now + next.length, next: next, part: part)
    }

    /// Whether it bounds the requests for that part.
    func holds(for other: String?) -> Bool { part == nil || part == other }
  }

  private var windows: [String: Window] = [:]
  private var closedUntil: Duration = .zero

  /// The time until the next request for that part of the server may go.
  func wait(at now: Duration, for part: String? = nil) -> Duration {
    windows.values.reduce(max(.zero, closedUntil - now)) { longest, window in
      guard window.holds(for: part), let current = window.current(at: now), current.remaining <= 0 else {
        return longest
      }
      return max(longest, current.end - now)
    }
  }

  /// Counts a request for that part of the server, which goes now.
  mutating func take(at now: Duration, for part: String? = nil) {
    guard !windows.isEmpty else { return }
    windows = windows.compactMapValues { $0.current(at: now) }
    for (name, window) in windows where window.holds(for: part) { windows[name]?.remaining -= 1 }
  }

  /// Holds all calls back for that long, as the server asked.
  mutating func close(for duration: Duration, at now: Duration) {
    closedUntil = max(closedUntil, now + duration)
  }

  /// A response came that says what is left.
  ///
  /// - Parameters:
  ///   - sent: When its request went: what the response says was true at some time from then to now.
  ///   - now: The time.
  mutating func note(_ fields: RateLimitFields, sent: Duration, at now: Duration) {
    var policies: [String: Policy] = [:]
    for policy in fields.policies {
      guard let window = policy.window, window > .zero, policy.quota > 0 else { continue }
      policies[policy.name] = Policy(quota: policy.quota, length: window)
    }
    windows = windows.filter { $0.value.end > now || $0.value.next != nil }
    for limit in fields.limits { note(limit, policies[limit.name], sent: sent, at: now) }
    for (name, policy) in policies where hasRoom(for: name) && windows[name] == nil {
      windows[name] = Window(remaining: policy.quota - 1, end: now + policy.length, next: policy)
    }
  }

  private mutating func note(
    _ limit: RateLimitFields.Limit, _ policy: Policy?, sent: Duration, at now: Duration
  ) {
    // A part may be named as a policy is.
    let name = limit.isPart ? "part \(limit.name)" : limit.name
    let policy = policy ?? windows[name]?.next
    guard let reset = limit.reset ?? policy?.length, hasRoom(for: name) else { return }
    var window = Window(
      remaining: limit.remaining, end: now + reset, next: policy, part: limit.isPart ? limit.name : nil)
    // The server did not count what is still on its way, and a response may have been overtaken by others. So of one
    // window the lower number holds. It is the same one where it may end before the known one does.
    if let known = windows[name], known.end > now, sent + reset <= known.end + Self.tolerance {
      window.remaining = min(window.remaining, known.remaining)
      window.end = known.end
    }
    windows[name] = window
  }

  private func hasRoom(for name: String) -> Bool {
    windows[name] != nil || windows.count < Self.limitOfWindows
  }

  /// More than any server has; a server that invents names must not fill the memory.
  private static let limitOfWindows = 32

  /// Servers round to whole seconds.
  private static let tolerance = Duration.seconds(1)

  /// True when no window is running, so the state can be discarded.
  func isBlank(at now: Duration) -> Bool {
    closedUntil <= now && windows.values.allSatisfy { $0.end <= now }
  }
}

/// Which part of a server each of its paths belongs to, where the server has a quota for each part: GitHub says so by
/// `X-RateLimit-Resource`, with each response.
///
/// The first two segments of a path decide, then the first one: `/search/code` and `/search/issues` may be two parts, while
/// all of `/repos` is one. A path that is not known yet counts as `core`, GitHub's name for everything else; if the server
/// never named that part, the path belongs to no part.
struct QuotaParts: Sendable {
  private static let remainder = "core"
  /// The most prefixes of paths that are remembered; a server that invents names must not fill the memory.
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
