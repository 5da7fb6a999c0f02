/// The quotas of a server as its responses state them: how many requests are left until when, and until when the server
/// wants no requests.
struct ServerQuota {
  /// The number of requests that each window of a quota allows, and its length.
  private struct Policy {
    let quota: Int
    let length: Duration
  }

  private struct Window {
    var remaining: Int
    var end: Duration
    /// The policy of the window after this one; nil if the server did not state it.
    var next: Policy?
    /// The part of the server that the window is for; nil for the whole server.
    var part: String?

    /// Returns this window, or the next one if this one is over; nil if it is over and the server stated no policy.
    func current(at now: Duration) -> Window? {
      guard now >= end else { return self }
      guard let next else { return nil }
      return Window(remaining: next.quota, end: now + next.length, next: next, part: part)
    }

    /// True if the window limits the requests for this part.
    func holds(for other: String?) -> Bool { part == nil || part == other }
  }

  private var windows: [String: Window] = [:]
  private var closedUntil: Duration = .zero
  /// When the server last stated something.
  private var lastStatement: Duration = .zero

  /// Returns the time until the next request for a part of the server may be sent.
  func wait(at now: Duration, for part: String? = nil) -> Duration {
    windows.values.reduce(max(.zero, closedUntil - now)) { longest, window in
      guard window.holds(for: part), let current = window.current(at: now), current.remaining <= 0 else {
        return longest
      }
      return max(longest, current.end - now)
    }
  }

  /// Counts a request for a part of the server, which is sent now.
  mutating func take(at now: Duration, for part: String? = nil) {
    guard !windows.isEmpty else { return }
    windows = windows.compactMapValues { $0.current(at: now) }
    for (name, window) in windows where window.holds(for: part) { windows[name]?.remaining -= 1 }
  }

  /// Delays all calls for the duration that the server asked for.
  mutating func close(for duration: Duration, at now: Duration) {
    closedUntil = max(closedUntil, now + duration.bounded)
    lastStatement = now
  }

  /// Updates the quotas with what a response states.
  ///
  /// - Parameters:
  ///   - sent: The time at which its request was sent. The statement was true at some time between then and now.
  ///   - now: The current time.
  mutating func note(_ fields: RateLimitFields, sent: Duration, at now: Duration) {
    lastStatement = now
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
    // A part can have the name of a policy.
    let name = limit.isPart ? "part \(limit.name)" : limit.name
    let policy = policy ?? windows[name]?.next
    guard let reset = limit.reset ?? policy?.length, hasRoom(for: name) else { return }
    var window = Window(
      remaining: limit.remaining, end: now + reset, next: policy, part: limit.isPart ? limit.name : nil)
    // A window that surely ends before the known one is another quota, of which the server did not say the name.
    let isOther = windows[name].map { now + reset + Self.tolerance < $0.end } ?? false
    let key = isOther ? "\(name) first" : name
    // The server has not counted requests that are still on their way, and a response may arrive after later ones. So the
    // lower number counts within one window. The response is about the known window if its own may end before that.
    if let known = windows[key], known.end > now, sent + reset <= known.end + Self.tolerance {
      window.remaining = min(window.remaining, known.remaining)
      window.end = known.end
    }
    windows[key] = window
  }

  private func hasRoom(for name: String) -> Bool {
    windows[name] != nil || windows.count < Self.limitOfWindows
  }

  /// The most windows that are stored: more than any server has. A server that invents names must not fill the memory.
  private static let limitOfWindows = 32

  /// The longest error of a reset, because servers round to whole seconds.
  private static let tolerance = Duration.seconds(1)

  /// How long a statement counts at least. A server that states times far away must not fill the memory.
  private static let longestMemory = Duration.seconds(86_400)

  /// True if no window is running and the server accepts requests, or its last statement is a day old: the state can then
  /// be discarded, and the server states its limits again with the next response.
  func isBlank(at now: Duration) -> Bool {
    now - lastStatement >= Self.longestMemory
      || (closedUntil <= now && windows.values.allSatisfy { $0.end <= now })
  }
}

/// The part of a server that each path belongs to, if the server has a quota for each part. GitHub names the part in
/// `X-RateLimit-Resource`, with each response.
///
/// The first two segments of a path decide, then the first one: `/search/code` and `/search/issues` may be two parts,
/// while all of `/repos` is one. A path that is not known yet counts as `core`, GitHub's name for everything else; if the
/// server never named that part, the path belongs to no part.
struct QuotaParts: Sendable {
  private static let remainder = "core"
  /// The most prefixes of paths that are stored. A server that invents names must not fill the memory.
  private static let limit = 256

  private var parts: [Substring: String] = [:]
  private var hasRemainder = false

  /// Records the part that the response to a request for a path named.
  mutating func note(_ part: String, of path: Substring) {
    hasRemainder = hasRemainder || part == Self.remainder
    for prefix in Self.prefixes(of: path) where parts[prefix] != nil || parts.count < Self.limit {
      parts[prefix] = part
    }
  }

  /// Returns the part that a path belongs to; nil if it is not known.
  func part(of path: Substring) -> String? {
    guard !parts.isEmpty else { return nil }
    for prefix in Self.prefixes(of: path) {
      if let part = parts[prefix] { return part }
    }
    return hasRemainder ? Self.remainder : nil
  }

  /// Returns the first two segments of a path, and the first one.
  private static func prefixes(of path: Substring) -> [Substring] {
    let segments = path.split(separator: "/", maxSplits: 2)
    guard let first = segments.first else { return [path.prefix(1)] }
    let whole = path[..<(segments.dropFirst().first ?? first).endIndex]
    return [whole, path[..<first.endIndex]]
  }
}
