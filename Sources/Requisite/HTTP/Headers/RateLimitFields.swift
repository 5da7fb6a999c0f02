/// What a server says about its quotas: the fields `RateLimit` and `RateLimit-Policy`
/// (draft-ietf-httpapi-ratelimit-headers-10), and the spellings that preceded them.
///
///     RateLimit-Policy: "burst";q=100;w=60, "daily";q=1000;w=86400
///     RateLimit: "burst";r=12;t=30
struct RateLimitFields: Equatable {
  /// The number of requests that are left of a quota.
  struct Limit: Equatable {
    let name: String
    let remaining: Int
    /// The time until the quota is whole again; nil if the server does not say.
    let reset: Duration?
    /// The number of requests that a whole window allows, where the limit itself says it.
    var quota: Int?
    /// True if the name is that of a part of the server, so that the quota is for that part only.
    var isPart = false
  }

  /// The number of requests that a window of time allows.
  struct Policy: Equatable {
    let name: String
    let quota: Int
    let window: Duration?
  }

  let limits: [Limit]
  let policies: [Policy]

  /// Reads the fields. Returns nil if the response states no quota. Malformed items are ignored, and so are policies in other
  /// units than requests, and their limits. The older spellings count if `RateLimit` states no limit.
  ///
  /// - Parameters:
  ///   - status: The status of the response. After a 429, a quota without a number of requests that are left has none.
  ///   - further: Limits that were read in another way.
  init?(_ headers: HTTPHeaders, status: Int? = nil, now: Date = Date(), adding further: [Limit] = []) {
    let time = ServerTime(headers, now: now)
    let items = Self.items(headers[.rateLimitPolicy])
    policies = items.compactMap { item in
      guard let quota = item.parameters["q"].flatMap(ServerTime.count), item.countsRequests else {
        return nil
      }
      return Policy(name: item.name, quota: quota, window: item.parameters["w"].flatMap { time.wait($0) })
    }
    let others = Set(items.filter { !$0.countsRequests }.map(\.name))
    let limits = Self.items(headers[.rateLimit]).compactMap { item -> Limit? in
      guard !others.contains(item.name), let remaining = item.parameters["r"].flatMap(ServerTime.count) else {
        return nil
      }
      return Limit(
        name: item.name, remaining: remaining, reset: item.parameters["t"].flatMap { time.wait($0) })
    }
    let isExhausted = status == 429
    let stated =
      limits.isEmpty
      ? OlderQuota.lowest(in: headers, isExhausted: isExhausted, time).map { [$0] } ?? [] : limits
    self.limits = stated + further
    guard !self.limits.isEmpty || headers.contains(.rateLimit) || headers.contains(.rateLimitPolicy) else {
      return nil
    }
  }

  /// The most items that are read of a field. A hostile server could send thousands; no real server needs more.
  private static let limitOfItems = 16

  private static func items(_ value: String?) -> [Item] {
    guard let value else { return [] }
    return HTTPQuoting.list(value).prefix(limitOfItems).compactMap(Item.init)
  }
}

/// A member of a list (RFC 9651 §3.1): a name and its parameters.
private struct Item {
  let name: String
  let parameters: [String: String]

  init?(_ text: Substring) {
    let item = HTTPQuoting.item(text)
    guard let name = HTTPQuoting.unquoted(item.value), !name.isEmpty else { return nil }
    self.name = name
    let pairs = item.parameters.compactMap(HTTPQuoting.parameter)
    // If a parameter is repeated, the last one counts (RFC 9651 §3.1.2).
    parameters = Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// True if the unit of the quota is requests, the default.
  var countsRequests: Bool { ["requests", nil].contains(parameters["qu"]) }
}

/// A quota in a spelling that preceded the structured fields and is still in wide use:
///
///     RateLimit-Limit: 100                 X-RateLimit-Limit: 60               Anthropic-RateLimit-Requests-Limit: 50
///     RateLimit-Remaining: 12              X-RateLimit-Remaining: 0            Anthropic-RateLimit-Requests-Remaining: 49
///     RateLimit-Reset: 30                  X-RateLimit-Reset: 1377013266       Anthropic-RateLimit-Requests-Reset: 2026-…
///
/// Three fields belong together if their names differ in one word only: `limit`, `remaining` or `reset`. The words before
/// `ratelimit` (or `rate-limit`) are any, the words after it only `requests`, and for a reset `after` and `ms`: any other word
/// names another unit, such as tokens. The member of an earlier draft, `RateLimit: limit=100, remaining=0, reset=2`, is one, too.
struct OlderQuota {
  private var quota: Int?
  private var remaining: Int?
  private var reset: Duration?
  /// True if the reset is from a field whose name says that it counts from now.
  private var isFromNow = false

  /// Returns the quota with the fewest requests left of those that are complete, the longest if there are several; nil if none is.
  static func lowest(in headers: HTTPHeaders, isExhausted: Bool, _ time: ServerTime) -> RateLimitFields.Limit?
  {
    var quotas: [String: OlderQuota] = [:]
    for field in headers {
      guard let name = Name(field.name.rawValue), quotas[name.group] != nil || quotas.count < 16 else {
        continue
      }
      quotas[name.group, default: OlderQuota()].take(field.value, name, time)
    }
    for value in headers.values(for: .rateLimit) {
      quotas["members", default: OlderQuota()].takeMembers(value, time)
    }
    let part = parts.lazy.compactMap { headers[$0] }.first { !$0.isEmpty && $0.utf8.count <= 100 }
    let limits = quotas.values.compactMap { quota -> RateLimitFields.Limit? in
      guard let remaining = quota.remaining ?? (isExhausted ? 0 : nil), let reset = quota.reset else {
        return nil
      }
      return RateLimitFields.Limit(
        name: part ?? "", remaining: remaining, reset: reset, quota: quota.quota, isPart: part != nil)
    }
    return limits.min { ($0.remaining, $1.reset ?? .zero) < ($1.remaining, $0.reset ?? .zero) }
  }

  /// The fields in which some servers (GitHub and Discord) name the part of the server that the quota is for.
  private static let parts: [HTTPHeaderName] = ["X-RateLimit-Resource", "X-RateLimit-Bucket"]

  private mutating func take(_ value: String, _ name: Name, _ time: ServerTime) {
    switch name.role {
    case .limit: quota = quota ?? ServerTime.count(value)
    case .remaining: remaining = [remaining, ServerTime.count(value)].compactMap(\.self).min()
    case .reset:
      guard let wait = time.wait(value, unit: name.unit), name.isFromNow || !isFromNow else { return }
      reset = name.isFromNow == isFromNow ? max(reset ?? wait, wait) : wait
      isFromNow = name.isFromNow
    }
  }

  private mutating func takeMembers(_ value: String, _ time: ServerTime) {
    for member in HTTPQuoting.list(value).prefix(16) {
      let item = HTTPQuoting.item(member)
      for text in [item.value] + item.parameters {
        guard let (key, value) = HTTPQuoting.parameter(text),
          let role = Name.Role(rawValue: ASCII.lowercased(key))
        else { continue }
        take(value, Name(role: role), time)
      }
    }
  }

  /// True if a field may be one of these.
  static func isNamed(_ name: HTTPHeaderName) -> Bool { Name(name.rawValue) != nil }

  /// The name of a field, in words.
  private struct Name {
    enum Role: String {
      case limit, remaining, reset
    }

    let role: Role
    /// What the names of one quota have in common.
    var group = ""
    var isFromNow = false
    var unit = ServerTime.Unit.seconds

    init(role: Role) { self.role = role }

    init?(_ text: String) {
      // The shortest is RateLimit-Reset, which is longer than most names of fields.
      guard text.utf8.count >= 15 else { return nil }
      var words = ASCII.lowercased(text).split(separator: "-").map(String.init)
      if let rate = words.firstIndex(of: "rate"), words[(rate + 1)...].first == "limit" {
        words.replaceSubrange(rate...(rate + 1), with: ["ratelimit"])
      }
      guard let stem = words.firstIndex(of: "ratelimit") else { return nil }
      var rest = words[(stem + 1)...].filter { $0 != "requests" }
      if rest.last == "ms" {
        unit = .milliseconds
        rest.removeLast()
      }
      if rest == ["reset", "after"] {
        isFromNow = true
        rest.removeLast()
      }
      guard rest.count == 1, let role = Role(rawValue: rest[0]), unit == .seconds || role == .reset else {
        return nil
      }
      self.role = role
      let counts = words.contains("requests") ? ["requests"] : []
      group = (words[...stem] + counts).joined(separator: "-")
    }
  }
}
