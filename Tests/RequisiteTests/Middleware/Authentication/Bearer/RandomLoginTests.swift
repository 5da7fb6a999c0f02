import Foundation
import RequisiteTesting
import Synchronization
import TestSupport
import Testing

@testable import Requisite

/// Plays logins, logouts, calls and refreshes in an order that a seed decides, on one thread and a clock of its own.
///
/// `REQUISITE_LOGINS` sets the number of seeds.
@Suite("Random logins")
struct RandomLoginTests {
  @Test(
    "in any order of logins, logouts and refreshes, with one store for two authenticators, nothing is sent for the user before",
    .feature("F45"), .timeLimit(.minutes(60)))
  func logins() async {
    let count = ProcessInfo.processInfo.environment["REQUISITE_LOGINS"].flatMap { UInt64($0) } ?? 1_000
    let problem = await JobThread.detached {
      for seed in 1...count {
        let world = LoginWorld(seed: seed)
        if let problem = world.play() { return "seed \(seed): \(problem)\n\(world.log)" as String? }
      }
      return nil
    }
    #expect(problem == nil, "\(problem ?? "")")
  }

  @Test(
    "a login or logout at the end of a refresh, on another thread, leaves the state of the token",
    .feature("F45"), .timeLimit(.minutes(10)))
  func threads() async throws {
    for round in 1...1_500 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: round)
      let (hasBegun, mayEnd) = (Gate(), Gate())
      let tokens = BearerAuthenticator(
        store: MemoryTokenStore(AccessToken("a", refreshToken: "r", expiry: .distantPast))
      ) { _ in
        hasBegun.open()
        mayEnd.pass(within: 100_000)
        if round % 4 > 0 { throw OAuthError(.invalidGrant) }
        return AccessToken("b")
      }
      let call = Task { try await tokens.authenticate(TransportRequest(url: .api)) }
      while !hasBegun.isOpen { await Task.yield() }
      mayEnd.open()
      Gate().pass(within: random.index(below: 2_000))
      if round % 4 > 0 { try await tokens.logIn(AccessToken("c")) } else { try await tokens.logOut() }
      _ = await call.result
      let (held, state) = (tokens.tokens.snapshot, tokens.tokens.logins.state)
      let isLoggedOut = held.token == nil || held.refusal != nil
      try #require(state == (isLoggedOut ? .loggedOut : .loggedIn), "round \(round): \(held)")
    }
  }
}

/// What a thread waits for without giving up its core, so that it goes on in the same moment as another one.
private final class Gate: Sendable {
  private let state = Atomic(false)

  var isOpen: Bool { state.load(ordering: .acquiring) }

  func open() { state.store(true, ordering: .releasing) }

  func pass(within turns: Int) {
    var left = turns
    while left > 0, !isOpen { left -= 1 }
  }
}

/// Authenticators with one store, which stand for processes, and what happened.
private final class LoginWorld: Sendable {
  /// A login or, without a user, a logout, from its beginning until it has returned.
  private struct Change {
    let authenticator: Int
    let user: String?
    let begin: Int
    var end: Int?
    var isSaved = true
  }

  /// A token or refresh token that was used for a request, by a call or a refresh that began at some step.
  private struct TokenUse {
    let authenticator: Int
    let token: String
    let begin: Int
    let end: Int
  }

  private struct State {
    var random: SeededGenerator
    var step = 0
    /// The logins, logouts and calls that have not returned.
    var underWay = 0
    var tokens = 0
    var changes: [Change] = []
    var uses: [TokenUse] = []
    /// The refresh tokens that were refused, by the authenticator that sent them, and those that it sent again.
    var refused: [Set<String>]
    var repeated: [String] = []
    var states: [BearerAuthenticator.LoginState?]
    var log: [String] = []
  }

  private let clock = TestClock()
  private let state: Locked<State>
  private let count: Int
  /// True if the refresh of each authenticator may call a service that the other one is for. They are of one process then, each
  /// with a store of its own.
  private let needsOther: Bool
  private let stores: [SlowTokenStore]
  private let authenticators = Locked<[BearerAuthenticator]>([])

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.chance(2) ? 2 : 1
    let mayFail = random.chance(3)
    self.count = count
    needsOther = count == 2 && random.chance(3)
    let state = Locked(
      State(
        random: random, refused: Array(repeating: [], count: count),
        states: Array(repeating: nil, count: count)))
    self.state = state
    let clock = clock
    let stores = (0..<(needsOther ? 2 : 1)).map { _ in
      SlowTokenStore(
        clock: clock, fails: { mayFail && state.withLock { $0.random.chance(5) } },
        time: { .seconds(state.withLock { $0.random.chance(2) ? 0 : $0.random.index(below: 4) }) })
    }
    self.stores = stores
    authenticators.withLock {
      $0 = (0..<count).map { number in
        BearerAuthenticator(
          store: stores[number % stores.count], leeway: .seconds(2),
          clock: CallClock(clock, startingAt: Date(timeIntervalSince1970: 0))
        ) { [weak self] old in try await self?.refresh(old, of: number) ?? AccessToken("?") }
      }
    }
  }

  var log: String { state.withLock { $0.log.joined(separator: "\n") } }

  /// Returns what is wrong with what happened; nil if nothing is.
  func play() -> String? {
    let thread = JobThread(limit: 100_000) { [state] count in
      state.withLock { $0.random.index(below: count) }
    }
    let authenticators = authenticators.withLock { $0 }
    let isOver = thread.run {
      for (number, tokens) in authenticators.enumerated() { follow(tokens, number) }
      for _ in 0..<draw(8...24) { begin(authenticators) }
    } whenIdle: {
      guard clock.sleeperCount > 0 else { return false }
      clock.advanceToNextDeadline()
      return true
    }
    defer { self.authenticators.withLock { $0 = [] } }
    guard isOver else { return "it does not come to rest" }
    return problem(of: authenticators)
  }

  private func draw(_ range: ClosedRange<Int>) -> Int {
    state.withLock { Int.random(in: range, using: &$0.random) }
  }

  private func next() -> Int {
    state.withLock {
      $0.step += 1
      return $0.step
    }
  }

  private func note(_ text: String) {
    state.withLock { $0.log.append("\(clock.now.offset): \(text)") }
  }

  private func pause(_ range: ClosedRange<Int>) async {
    do { try await CallClock(clock).sleep(for: .seconds(draw(range))) } catch {}
  }

  private func token(of user: String) -> AccessToken {
    let life = draw(1...(needsOther ? 4 : 12))
    let number = state.withLock {
      $0.tokens += 1
      return $0.tokens
    }
    let expiry = Date(timeIntervalSince1970: clock.now.offset / .seconds(1) + Double(life))
    return AccessToken(
      "\(user).\(number)", refreshToken: "\(user).r\(number)", expiry: expiry, identity: user)
  }

  private func follow(_ tokens: BearerAuthenticator, _ number: Int) {
    let states = tokens.states
    Task { [state] in
      for await login in states { state.withLock { $0.states[number] = login } }
    }
  }

  private func begin(_ authenticators: [BearerAuthenticator]) {
    let (number, kind) = (draw(0...count - 1), draw(0...9))
    let tokens = authenticators[number]
    state.withLock { $0.underWay += 1 }
    Task {
      defer { state.withLock { $0.underWay -= 1 } }
      await pause(0...30)
      switch kind {
      case 0...1: await change(to: ["ann", "bob", "eve"][draw(0...2)], tokens, number)
      case 2: await change(to: nil, tokens, number)
      default: await call(tokens, number)
      }
    }
  }

  private func change(to user: String?, _ tokens: BearerAuthenticator, _ number: Int) async {
    let token = user.map(token(of:))
    let begin = next()
    let index = state.withLock { state in
      state.changes.append(Change(authenticator: number, user: user, begin: begin))
      return state.changes.count - 1
    }
    note("\(number) becomes \(token?.value.revealed ?? "no one")")
    do {
      if let token { try await tokens.logIn(token) } else { try await tokens.logOut() }
    } catch {
      note("\(number): \(error)")
      state.withLock { $0.changes[index].isSaved = false }
    }
    let end = next()
    state.withLock { $0.changes[index].end = end }
    note("\(number) has become \(token?.value.revealed ?? "no one")")
  }

  private func call(_ tokens: BearerAuthenticator, _ number: Int) async {
    let begin = next()
    do {
      let signed = try await tokens.authenticate(request)
      guard let sent = signed.headers[.authorization] else { return }
      use(String(sent.dropFirst(7)), number, since: begin)
      await pause(0...3)
      guard draw(0...3) == 0 else { return }
      tokens.tokens.reject(sent)
    } catch { note("\(number): \(error)") }
  }

  private var request: TransportRequest { TransportRequest(url: .api).recorded(on: CallClock(clock)) }

  private func use(_ token: String, _ number: Int, since begin: Int) {
    let end = next()
    state.withLock { $0.uses.append(TokenUse(authenticator: number, token: token, begin: begin, end: end)) }
    note("\(number) sends \(token)")
  }

  private func refresh(_ old: AccessToken?, of number: Int) async throws -> AccessToken {
    guard let old, let refreshToken = old.refreshToken?.revealed else {
      throw AuthenticationFailure(.noToken)
    }
    use(refreshToken, number, since: next())
    state.withLock { if $0.refused[number].contains(refreshToken) { $0.repeated.append(refreshToken) } }
    await pause(0...6)
    if needsOther {
      do { _ = try await authenticators.withLock { $0[1 - number] }.authenticate(request) } catch {
        note("\(number) cannot refresh: \(error)")
        throw OAuthError(.serverError)
      }
    }
    switch draw(0...5) {
    case 0:
      state.withLock { _ = $0.refused[number].insert(refreshToken) }
      note("\(refreshToken) is refused")
      throw OAuthError(.invalidGrant)
    case 1: throw OAuthError(.serverError)
    default: return token(of: old.identity ?? "?")
    }
  }

  private func problem(of authenticators: [BearerAuthenticator]) -> String? {
    let (uses, changes, refused, states) = state.withLock { ($0.uses, $0.changes, $0.refused, $0.states) }
    let underWay = state.withLock { $0.underWay }
    guard underWay == 0 else { return "\(underWay) calls, logins or logouts do not return" }
    for use in uses
    where !users(of: use, changes).contains(use.token.split(separator: ".").first.map(String.init)) {
      return "\(use.authenticator) sent \(use.token), from step \(use.begin) to \(use.end)"
    }
    if let token = state.withLock({ $0.repeated.first }) { return "\(token) was sent again" }
    for (number, tokens) in authenticators.enumerated() {
      let token = tokens.tokens.snapshot.token
      let isRefused = token?.refreshToken.map { refused[number].contains($0.revealed) } ?? false
      let expected: BearerAuthenticator.LoginState = token == nil || isRefused ? .loggedOut : .loggedIn
      guard states[number] == expected else {
        return "\(number) is \(states[number] as Any) with \(token?.value.revealed ?? "no token")"
      }
    }
    return storeProblem(of: authenticators)
  }

  /// The users whose token may be used: that of the last login or logout of the authenticator that had returned before, and those of
  /// the changes since that one began, in any process. A login that another process could not save reaches the store with that
  /// process's next refresh.
  private func users(of use: TokenUse, _ changes: [Change]) -> Set<String?> {
    let last = changes.filter { $0.authenticator == use.authenticator && ($0.end ?? .max) < use.begin }
      .max { $0.begin < $1.begin }
    let since = last?.begin ?? 0
    let possible = changes.filter { change in
      let isLate = !change.isSaved && change.authenticator != use.authenticator
      return ((change.end ?? .max) > since || isLate) && change.begin < use.end
    }
    return Set(possible.map(\.user))
  }

  /// With one authenticator, the store has its token, unless a write failed.
  private func storeProblem(of authenticators: [BearerAuthenticator]) -> String? {
    guard let tokens = authenticators.first?.tokens, authenticators.count == 1 else { return nil }
    let stored = stores[0].token
    guard tokens.isSaved, tokens.snapshot.token?.value != stored?.value else { return nil }
    return "the store has \(stored?.value.revealed ?? "no token"), not \(tokens.snapshot)"
  }
}
