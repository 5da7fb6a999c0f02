import RequisiteTesting

/// A client of random layers, and what happens to it: calls, logins, and the answers of a server. Times are whole seconds.
struct Scenario: Sendable {
  /// Where the innermost layer sends requests.
  enum Base: Sendable, Hashable {
    case terminal
    /// A transport as a user writes one, which is no terminal.
    case plain
    /// Such a transport, which adds the credential of the user itself.
    case signing
  }

  /// How the refresh of a bearer token gets the next one.
  enum Refresh: Sendable, Hashable {
    /// Without a call.
    case local
    /// With a call through the stack.
    case post
    /// With a call through the stack that other calls make, too.
    case get(Int)
  }

  var seed: UInt64
  /// True if the next job is picked at random; otherwise it is the one that waits the longest.
  var isShuffled: Bool
  var base: Base
  /// The layers of each stack, the innermost first. All stacks share the stores, the jar, the authenticators and the server.
  var stacks: [[Layer]]
  var refresh: Refresh
  /// The lifetime of a bearer token.
  var lifetime: Int
  /// True if the first user has a token at the start.
  var startsWithToken: Bool
  var steps: [Step]
  /// The answers of the server, in the order of the requests; further requests are answered at once.
  var answers: [ServerAnswer]
}

/// One event of a scenario.
struct Step: Sendable {
  enum Kind: Sendable {
    case call(Call)
    case login(String)
    case logout
    case clearCaches
  }

  var at: Int
  var kind: Kind
}

/// A call of a scenario.
struct Call: Sendable {
  /// Who makes the call: the dispatcher, or a client.
  enum Way: Sendable, Hashable {
    case sent
    case dispatched(attempts: Int, wait: Int)
    /// To a file, resumed after failures.
    case downloaded(attempts: Int, wait: Int)
    /// At most so many pages.
    case pages(Int)
    /// At most so many events.
    case events(Int)
  }

  enum Reading: Sendable, Hashable {
    case buffered, file
    /// As a stream of which so many chunks are read, with a pause after each.
    case stream(chunks: Int, pause: Int)
  }

  /// How the body of a POST or PUT is given.
  enum Sending: Sendable, Hashable {
    case data
    /// As a stream that can be read once.
    case once
    /// As a stream that can be read again.
    case again
  }

  /// A credential that the request itself has.
  struct Own: Sendable, Hashable {
    var slot: Slot
    var user: String
  }

  var way = Way.sent
  /// True if the client has credentials for each call: those of the user.
  var hasCredentials = false
  var stack = 0
  var method = HTTPMethod.get
  var resource = 0
  var reading = Reading.buffered
  var sending = Sending.data
  /// True if the first eight bytes are asked for.
  var isForPart = false
  var own: Own?
  var language: String?
  /// True if the request asks for a coding itself, and decodes the response itself.
  var isRaw = false
  var mode = CacheMode.standard
  var priority = RequestOptions.Priority.normal
  var deadline: Int?
  /// How long after its start the call is cancelled.
  var cancelledAfter: Int?
  /// True for a call that a refresh makes.
  var isOfRefresh = false

  var isForEvents: Bool { if case .events = way { true } else { false } }

  /// True for a download that resumes: the bytes of several responses become one file.
  var isDownload: Bool { if case .downloaded = way { true } else { false } }

  /// The most attempts of the client.
  var attempts: Int { if case .dispatched(let attempts, _) = way { attempts } else { 1 } }
}

/// What the server does with one request.
struct ServerAnswer: Sendable {
  enum Kind: Sendable, Hashable {
    case fresh, validated, staleWhileRevalidate, variesByUser, variesByLanguage, uncacheable
    /// To a request for the rest of a version, that of another.
    case otherPart
    case cut, refused, lost
    case unauthorized, challenge, forbidden, tooMany, unavailable, broken, unsupported
    /// A redirect with this status, to the same origin or to another.
    case redirect(Int, abroad: Bool)
  }

  var kind = Kind.fresh
  var delay = 0
  var setsCookie = false
  /// True if the next page is at another origin.
  var linksAbroad = false
}

/// A place in a request where a credential can be.
enum Slot: String, Sendable, CaseIterable {
  case authorization, key, query, session, cookie
}

extension Scenario: CustomStringConvertible {
  var description: String {
    var lines = ["seed \(seed)\(isShuffled ? ", jobs in random order" : "")"]
    for (index, layers) in stacks.enumerated() {
      lines.append("  stack \(index): \(base) \(layers.map { ".\($0)" }.joined(separator: " "))")
    }
    lines.append(
      "  tokens: \(lifetime) s, refreshed \(refresh), \(startsWithToken ? "one" : "none") at the start")
    lines += steps.map { "  \($0.at) s: \($0.kind)" }
    lines += answers.map {
      "  answer: \($0.kind) after \($0.delay) s\($0.setsCookie ? ", with a cookie" : "")\($0.linksAbroad ? ", with a link abroad" : "")"
    }
    return lines.joined(separator: "\n")
  }
}

extension Call: CustomStringConvertible {
  var description: String {
    var text = "\(method) /\(resource) by stack \(stack)"
    if way != .sent { text += ", \(way)" }
    if hasCredentials { text += ", with credentials" }
    if reading != .buffered { text += ", \(reading)" }
    if sending != .data { text += ", body \(sending)" }
    if isForPart { text += ", a part" }
    if let own { text += ", own \(own.slot) of \(own.user)" }
    if let language { text += ", \(language)" }
    if isRaw { text += ", not decoded" }
    if mode != .standard { text += ", \(mode.directives)" }
    if priority != .normal { text += ", \(priority)" }
    if let deadline { text += ", deadline \(deadline) s" }
    if let cancelledAfter { text += ", cancelled after \(cancelledAfter) s" }
    return isOfRefresh ? text + ", of the refresh" : text
  }
}
