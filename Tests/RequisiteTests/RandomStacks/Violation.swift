import RequisiteTesting
import TestSupport

@testable import Requisite

/// A rule that a scenario broke.
struct Violation: Sendable, CustomStringConvertible {
  enum Kind: String, Sendable {
    case endless, neverEnded, late, otherUser, otherResource, otherMethod, otherBody, otherCoding, mixed,
      outdated, credentialAbroad, userChanged
    case heldPlaces, sleepersLeft, tasksLeft, filesLeft, tooManyRequests, sentTwice, partition, secret,
      failedProbe, otherPart, spentBody
  }

  let kind: Kind
  let description: String

  init(_ kind: Kind, _ text: String) { (self.kind, description) = (kind, "\(kind): \(text)") }
}

extension World {
  /// Returns the first rule that is broken once all tasks are at rest, of those that later calls may hide.
  func earlyViolation() -> Violation? {
    results.withLock { $0 }.firstNonNil { $0.timing() } ?? stored(server.exchanges)
  }

  /// Returns the first rule that is broken after the last calls.
  func violation() -> Violation? {
    let (results, exchanges) = (results.withLock { $0 }, server.exchanges)
    return results.firstNonNil { $0.timing() ?? $0.secret() ?? self.violation(of: $0, exchanges) }
      ?? results.firstNonNil { self.outdated($0, results, exchanges) }
      ?? leftovers() ?? stored(exchanges) ?? sent(exchanges, by: results)
      ?? texts.lines.first { $0.contains(Canary.secret) }.map { Violation(.secret, hidden($0)) }
  }

  /// The calls after all others succeed, unless a deadline of a stack may be too short for them or for a refresh.
  func violation(ofProbesFrom first: Int) -> Violation? {
    let mayFail = scenario.stacks.joined().contains { if case .deadline = $0 { true } else { false } }
    for result in results.withLock({ Array($0[first...]) }) where !mayFail && result.status != 200 {
      return Violation(.failedProbe, "\(result.call): \(hidden(result.error.map { "\($0)" } ?? "?"))")
    }
    return nil
  }

  private func leftovers() -> Violation? {
    if held > 0 { return Violation(.heldPlaces, "\(held) calls hold a place or wait") }
    if clock.sleeperCount > 0 { return Violation(.sleepersLeft, "\(clock.sleeperCount)") }
    guard let folder = folderInUse else { return nil }
    do {
      // What a download has received before it failed stays.
      let files = try folder.contents().filter { $0 != "cache" && !$0.contains(".partial") }
      return files.isEmpty ? nil : Violation(.filesLeft, "\(files)")
    } catch { return Violation(.filesLeft, "\(error)") }
  }

  /// No partition of a store has responses to several users, and the one of no user has none to any.
  private func stored(_ exchanges: [Exchange]) -> Violation? {
    for (name, entries) in [("memory", memory.entries()), ("slow", slow.entries())] {
      var users: [String: [Slot: Set<String>]] = [:]
      for (head, _) in entries {
        guard let number = head.headers[ModelServer.field(for: .get)].flatMap({ Int($0) }) else { continue }
        for (slot, user) in exchanges[number].users where !user.isEmpty {
          // The URL is part of the key.
          if slot == .query, head.key.url.contains("api_key=") { continue }
          users[head.key.partition, default: [:]][slot, default: []].insert(user)
        }
      }
      for (partition, slots) in users {
        for (slot, names) in slots where names.count > (partition.isEmpty ? 0 : 1) {
          return Violation(.partition, "\(name), “\(partition.prefix(8))”: \(slot) of \(names.sorted())")
        }
      }
    }
    return nil
  }

  /// True if a layer adds a slot to the request for a page wherever it goes. A redirect to another origin drops it.
  private func isSentEverywhere(_ slot: Slot, with exchange: Exchange, of exchanges: [Exchange]) -> Bool {
    let first = exchanges[...exchange.number].last { $0.call == exchange.call && !$0.isRedirected }
    guard exchange.resource.contains("/"), first?.isAbroad == true else { return false }
    let layers = scenario.stacks.joined().filter { !$0.isForOrigin }
    let users = layers.reduce([""]) { $1.possible(slot, $0, users: ["someone"], isOfRefresh: false) }
    return users != [""] || scenario.base == .signing && slot == .session
  }

  private func sent(_ exchanges: [Exchange], by results: [CallResult]) -> Violation? {
    if let abroad = exchanges.first(where: { exchange in
      exchange.isAbroad
        && exchange.users.contains { !$1.isEmpty && !isSentEverywhere($0, with: exchange, of: exchanges) }
    }) {
      return Violation(.credentialAbroad, "\(abroad)")
    }
    let byCall = Dictionary(grouping: exchanges, by: \.call)
    for result in results {
      let sent = byCall[result.id] ?? []
      if let changed = userChanged(result, sent) { return changed }
      let most =
        scenario.stacks[result.call.stack].reduce(1) { min($0 * $1.mostRequests, 1_000_000) } * 2
        * result.call.attempts
      if sent.count > most, !result.call.isDownload {
        return Violation(.tooManyRequests, "\(sent.count) for \(result.call), not \(most)")
      }
      // A redirect alone needs the body again although it can be read once.
      let isRepeated = sent.contains { if case .redirect = $0.answer.kind { true } else { false } }
      if result.error?.kind == .invalidRequest, !isRepeated, !result.call.isForEvents {
        return Violation(.spentBody, "\(result.call): \(hidden(result.error.map { "\($0)" } ?? ""))")
      }
      guard result.call.method == .post else { continue }
      let processed = sent.filter { !$0.answer.leavesUnprocessed }
      if processed.count > 1 { return Violation(.sentTwice, "\(processed.count) times: \(result.call)") }
    }
    return nil
  }
}

extension CallResult {
  /// Each call ends, within its deadline, and at once if it is cancelled.
  fileprivate func timing() -> Violation? {
    guard isOver else { return Violation(.neverEnded, "\(call)") }
    if isLate { return Violation(.late, "a chunk of \(call)") }
    // Each attempt of a download has a deadline of its own, and so has each connection for events.
    if let deadline = call.deadline, time > start + deadline, !call.isDownload, !call.isForEvents {
      return Violation(.late, "\(call), from \(start) s to \(time) s")
    }
    if let cancelled = call.cancelledAfter, time > start + cancelled {
      return Violation(.late, "\(call), from \(start) s to \(time) s")
    }
    return nil
  }

  fileprivate func secret() -> Violation? {
    texts.first { $0.contains(Canary.secret) }.map { Violation(.secret, hidden($0)) }
  }
}

extension World {
  /// No call has the response to another user, URL, method or body.
  fileprivate func violation(of result: CallResult, _ exchanges: [Exchange]) -> Violation? {
    let told = Int(result.body.prefix { $0 != "|" })
    if let field = result.field, let told, field != told,
      !isRefreshed(exchanges[told], by: exchanges[field], in: result)
    {
      return Violation(.mixed, "\(result.call) has the head of exchange \(field) and the body of \(told)")
    }
    guard let number = told ?? result.field, exchanges.indices.contains(number) else { return nil }
    let exchange = exchanges[number]
    let words = "\(result.call) has the response to \(exchange.words)"
    if exchange.resource != result.resource { return Violation(.otherResource, words) }
    let isSame = exchange.method == result.call.method
    let isRelated = result.call.method == .head ? exchange.method == .get : exchange.isRedirected
    if !isSame, !isRelated { return Violation(.otherMethod, words) }
    if isSame, let body = exchange.body, body != result.sentBody { return Violation(.otherBody, words) }
    if exchange.isRaw != result.call.isRaw || exchange.isForEvents != result.call.isForEvents {
      return Violation(.otherCoding, words)
    }
    if let wrong = wrongPart(result, of: exchange) { return Violation(.otherPart, "\(words): \(wrong)") }
    let layers = scenario.stacks[result.call.stack].filter {
      !result.isWithoutCredentials || !$0.isAuthenticator
    }
    for slot in Slot.allCases where !exchange.isAbroad {
      let users = possible(slot, for: result, exchange, in: layers)
      guard let user = exchange.users[slot], !users.contains(user) else { continue }
      if mayShare(user, in: slot, result, exchange, layers) { continue }
      return Violation(.otherUser, "\(words): \(slot) is for “\(user)”, not for \(users.sorted())")
    }
    return nil
  }

  /// True if the head of another response may have refreshed a stored one: a cache inside answered a HEAD with it, and both
  /// have one entity tag.
  private func isRefreshed(_ stored: Exchange, by other: Exchange, in result: CallResult) -> Bool {
    let caches = scenario.stacks[result.call.stack].count { if case .cached = $0 { true } else { false } }
    return caches > 1 && stored.resource == other.resource && stored.version == other.version
  }

  /// True if a response for a user may answer a call that would be sent for others.
  private func mayShare(
    _ user: String, in slot: Slot, _ result: CallResult, _ exchange: Exchange, _ layers: [Layer]
  ) -> Bool {
    // What was sent without a credential is for all: of stacks on one store, and where no cache can ask who the user is. There,
    // it is for all who ask in the same way, while the hidden layer added nothing.
    let hasStacks = scenario.stacks.count > 1
    guard !user.isEmpty else {
      // But not if the server says that it depends on who asks, unless the call joined one that was sent at the same time.
      let mayJoin =
        layers.contains(.dedupe) || exchange.answer.kind != .variesByUser || slot != .authorization
      return hasStacks || mayJoin && layers.contains(where: \.hidesUser)
    }
    // The same user has another credential in another stack.
    if hasStacks {
      return Slot.allCases.contains { possible($0, for: result, exchange, in: layers).contains(user) }
    }
    return possible(slot, for: result, exchange, in: layers.filter { !$0.hidesUser }).contains(user)
  }

  /// The status and the body, if they are neither those of the whole response nor of the part that was asked for.
  private func wrongPart(_ result: CallResult, of exchange: Exchange) -> String? {
    guard result.error == nil, result.isWhole, result.call.method != .head, let status = result.status else {
      return nil
    }
    let whole = exchange.chunks.joined()
    let isRight =
      status == 206 ? result.call.isForPart && result.body == whole.prefix(8) : result.body == whole
    return isRight ? nil : "\(status) “\(result.body)”"
  }

  /// No call gets a response that a change of the resource, which has ended before the call began, has made outdated.
  fileprivate func outdated(
    _ result: CallResult, _ results: [CallResult], _ exchanges: [Exchange]
  ) -> Violation? {
    let layers = scenario.stacks[result.call.stack]
    guard result.call.method.isSafe, let number = result.field else { return nil }
    let change = results.first { change in
      guard !change.call.method.isSafe, change.ending < result.beginning, change.status == 200,
        change.resource == result.resource, let changed = change.field, changed > number,
        exchanges[changed].users[.query] == exchanges[number].users[.query]
          || !hasUserInURL(change.call) && !hasUserInURL(result.call)
      else { return false }
      // Deduplication without a cache sees only the calls of its own stack.
      guard !layers.stores.isEmpty || change.call.stack == result.call.stack || !layers.contains(.dedupe)
      else { return false }
      return sources(of: layers.stores).isSubset(of: scenario.stacks[change.call.stack].stores)
    }
    return change.map {
      Violation(.outdated, "\(result.call) has the response to \(exchanges[number].words), before \($0.call)")
    }
  }

  /// The stores and those that these are filled from: a stack with caches on two stores fills one from the other, with what a
  /// change through that one alone has not removed.
  private func sources(of stores: Set<Layer.Store>) -> Set<Layer.Store> {
    let joined = scenario.stacks.map(\.stores).filter { !$0.isDisjoint(with: stores) }
    let more = joined.reduce(stores) { $0.union($1) }
    return more == stores ? stores : sources(of: more)
  }

  /// True if a cache or deduplication sees a URL with a user: that of the caller, or of a layer outside of it. Another user's is another URL,
  /// which a change leaves alone (RFC 9111 §4.4).
  private func hasUserInURL(_ call: Call) -> Bool {
    call.own?.slot == .query || scenario.stacks[call.stack].signsQueryOutsideOfCache
  }

  /// The users whose credential a slot may have before all layers.
  private func given(_ slot: Slot, to result: CallResult) -> Set<String> {
    guard !result.isWithoutCredentials else { return [""] }
    let own = result.call.own.flatMap { $0.slot == slot ? $0.user : nil } ?? ""
    let isSigned = result.call.hasCredentials && slot == .authorization
    return isSigned ? ([own] as Set).filled(with: result.users) : [own]
  }

  /// The users whose credential a slot of the requests of a call may have.
  private func possible(
    _ slot: Slot, for result: CallResult, _ exchange: Exchange, in layers: [Layer]
  ) -> Set<String> {
    // Cookies are added by terminals only.
    let isPlain = scenario.base != .terminal
    guard slot != .cookie || !isPlain else { return [""] }
    let inside = layers.reversed().reduce(given(slot, to: result)) { users, layer in
      layer.possible(slot, users, users: result.users, isOfRefresh: result.call.isOfRefresh)
    }
    let sent = scenario.base == .signing && slot == .session ? inside.replaced(by: result.users) : inside
    guard exchange.isRedirected else { return sent }
    // A page whose request another origin has redirected back.
    if result.isWithoutCredentials { return sent.union([""]) }
    // After a redirect, an authenticator adds its credential anew, also in place of one that a layer inside it has set.
    return layers.reduce(sent) { users, layer in
      let own = layer.possible(slot, [""], users: result.users, isOfRefresh: result.call.isOfRefresh)
      return users.union(own.subtracting([""]))
    }
  }
}

extension Exchange {
  fileprivate var words: String {
    let seen = Slot.allCases.compactMap { slot in
      users[slot].flatMap { $0.isEmpty ? nil : "\(slot) of \($0)" }
    }
    return "exchange \(number), \(method) /\(resource) with \(seen)"
  }
}

extension ServerAnswer {
  /// True if a request with this answer may be sent again, whatever its method.
  fileprivate var leavesUnprocessed: Bool {
    switch kind {
    case .refused, .unauthorized, .challenge, .redirect: true
    default: false
    }
  }
}

extension [Layer] {
  /// The stores of the caches.
  fileprivate var stores: Set<Layer.Store> {
    Set(compactMap { if case .cached(let store) = $0 { store } else { nil } })
  }

  /// True if a layer outside of a cache or deduplication adds a credential to the query.
  fileprivate var signsQueryOutsideOfCache: Bool {
    drop { if case .cached = $0 { false } else { $0 != .dedupe } }.contains { layer in
      switch layer {
      case .key(.query), .signing(.query, _): true
      default: false
      }
    }
  }
}

extension Sequence {
  fileprivate func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
    for element in self {
      if let found = value(element) { return found }
    }
    return nil
  }
}

extension Layer {
  /// The most requests that the layer makes of one.
  fileprivate var mostRequests: Int {
    switch self {
    case .retried(let attempts, _): attempts
    case .hedged, .bearer, .cached, .dedupe: 2
    case .digest: 3
    default: 1
    }
  }
}

/// A text without the secret, so that a failure of the test does not print it.
private func hidden(_ text: String) -> String { text.replacingOccurrences(of: Canary.secret, with: "SECRET") }
