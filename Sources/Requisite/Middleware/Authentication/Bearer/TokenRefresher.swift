/// Supplies the current token to all calls, and fetches the next one once for all of them.
final class TokenRefresher: Sendable {
  typealias Outcome = Result<AccessToken, NetworkRequestError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>
  typealias Refreshing = RefreshState<CheckedContinuation<Outcome, Never>>.Refresh

  /// The refreshers whose refresh the current task is a part of.
  @TaskLocal private static var inRefresh: Set<ObjectIdentifier> = []

  let store: any TokenStore
  let wallClock: @Sendable () -> Date
  let refresh: BearerAuthenticator.Refresh
  let backoff: RefreshBackoff
  /// Nil until the store was read, or a token came or went.
  let logins = StateStream<BearerAuthenticator.LoginState>()
  private let state: Locked<RefreshState<Waiter>>
  private let tickets = Locked(0)
  /// True if the store failed to save the last token: the token in it is older, and its refresh token may be used up.
  private let storeIsBehind = Locked(false)
  /// The number of logins and logouts that are still to be saved.
  private let unsaved = Locked(0)

  init(
    store: any TokenStore, leeway: Duration, backoff: Duration, wallClock: @escaping @Sendable () -> Date,
    refresh: @escaping BearerAuthenticator.Refresh
  ) {
    self.store = store
    self.wallClock = wallClock
    self.refresh = refresh
    self.backoff = RefreshBackoff(backoff)
    state = Locked(RefreshState(leeway: leeway))
  }

  /// True if the current task is a part of this refresher's own refresh.
  var isInRefresh: Bool { Self.inRefresh.contains(ObjectIdentifier(self)) }

  /// The number of calls that wait for a refresh.
  var waiterCount: Int { state.withLock { $0.waiterCount } }

  func token(for request: TransportRequest) async throws(NetworkRequestError) -> AccessToken {
    let now = wallClock()
    if let token = state.withLock({ state in state.usable { isValid($0, at: now, leeway: state.leeway) } }) {
      return token
    }
    let start = request.record?.now ?? .zero
    let outcome = await waitForToken(at: now, for: request)
    request.record?.note("authentication", "waited", since: start, detail: "for a token")
    switch outcome {
    case .success(let token): return token
    case .failure(var error):
      error.request = request
      guard case .authenticationFailed(let failure) = error, let token = tokenAtHand(after: failure.reason)
      else {
        throw error
      }
      request.record?.note(
        "authentication", "refresh failed", since: start,
        detail: "the current token is still valid; \(failure.words)")
      return token
    }
  }

  /// Returns the token that was to be replaced early, if it is still valid. Returns nil if a new token could not be
  /// stored: the call has to fail, because the new refresh token would be lost silently.
  private func tokenAtHand(after reason: AuthenticationFailure.Reason) -> AccessToken? {
    if case .tokenNotStored = reason { return nil }
    let now = wallClock()
    return state.withLock { $0.usable { $0.isValid(at: now) } }
  }

  /// Returns the user whose token the request has or will get: see ``BearerAuthenticator/identity(of:)``.
  func identity(of request: TransportRequest) async -> String? {
    let (token, user, changes) = state.withLock { ($0.token, $0.user, $0.changes) }
    if let sent = request.headers[.authorization] {
      return token?.authorization.headerValue == sent ? user : ""
    }
    // A call of the refresh is sent without a token.
    guard !isInRefresh else { return "" }
    guard token == nil else { return user }
    // The call itself reports that the store cannot be read.
    do {
      guard let stored = try await load() else { return "" }
      return state.withLock { state in
        state.adopt(stored, after: changes)
        return state.user
      }
    } catch { return nil }
  }

  func reject(_ authorization: String) {
    state.withLock { $0.reject(authorization) }
  }

  func replace(with token: AccessToken?) async throws {
    let outcome = token.map(Outcome.success) ?? Self.failure(.noToken)
    backoff.forgetFailure()
    note(login: token == nil ? .loggedOut : .loggedIn)
    unsaved.withLock { $0 += 1 }
    defer { unsaved.withLock { $0 -= 1 } }
    let now = wallClock()
    for waiter in state.withLock({ $0.replace(with: token, at: now) }) {
      waiter.resume(returning: outcome)
    }
    // A refresh that logs in holds the lock already.
    guard !isInRefresh else { return try await save(token) }
    do {
      try await store.runExclusively { try await save(state.withLock { $0.token }) }
    } catch {
      storeIsBehind.withLock { $0 = true }
      throw error
    }
  }

  /// The outcome of a refresh that failed, with an id that all calls that waited for it share.
  static func failure(_ reason: AuthenticationFailure.Reason) -> Outcome {
    var failure = AuthenticationFailure(reason)
    failure.refresh = RequestID()
    return .failure(.authenticationFailed(failure))
  }

  func isValid(_ token: AccessToken, at time: Date, leeway: Duration) -> Bool {
    token.isValid(at: time, leeway: leeway) || (token.isValid(at: time) && backoff.isRunning(at: time))
  }

  private func waitForToken(at now: Date, for request: TransportRequest) async -> Outcome {
    let ticket = tickets.next()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let step = state.withLock { state -> RefreshState<Waiter>.Step? in
          // Checked under the lock: either the cancellation is seen here, or its handler finds the waiter.
          guard !Task.isCancelled else { return nil }
          let leeway = state.leeway
          return state.join(waiter, ticket) { isValid($0, at: now, leeway: leeway) }
        }
        switch step {
        case nil: waiter.resume(returning: .failure(.cancelled(nil)))
        case .go(let token): waiter.resume(returning: .success(token))
        case .wait: break
        case .start(let flight): start(flight, for: request)
        }
      }
    } onCancel: {
      state.withLock { $0.leave(ticket) }?.resume(returning: .failure(.cancelled(nil)))
    }
  }

  /// Runs the refresh in its own task, which no caller's cancellation reaches. It has a high priority, because callers of
  /// any priority may come to wait for it.
  private func start(_ flight: Refreshing, for request: TransportRequest) {
    Task(priority: .high) {
      await CredentialRefresh.$isUnderWay.withValue(true) {
        await Self.$inRefresh.withValue(Self.inRefresh.union([ObjectIdentifier(self)])) {
          await run(flight, for: request)
        }
      }
    }
  }
}

// What a refresh does with the state and the store.
extension TokenRefresher {
  /// How long before its expiry the current token is replaced.
  var leeway: Duration { state.withLock { $0.leeway } }

  func isUnderWay(_ flight: Refreshing) -> Bool { state.withLock { $0.isUnderWay(flight.number) } }

  /// Ends a refresh. A token of the server is new at `time`; one of the store is older.
  func end(_ flight: Refreshing, _ outcome: Outcome, holding token: AccessToken?, at time: Date? = nil) {
    if case .success = outcome { backoff.forgetFailure() }
    if isUnderWay(flight) { noteLogin(after: outcome) }
    for waiter in state.withLock({ $0.finish(flight.number, with: token, at: time) }) {
      waiter.resume(returning: outcome)
    }
  }

  /// Returns the stored token; nil without one, or if it is older than the token in memory.
  func load() async throws -> AccessToken? {
    storeIsBehind.withLock { $0 } || unsaved.withLock { $0 > 0 } ? nil : try await store.load()
  }

  /// Saves a token, and the current one if a login or logout happened meanwhile.
  func save(_ token: AccessToken?, of flight: Refreshing) async throws {
    try await save(token)
    if !isUnderWay(flight) { try await save(state.withLock { $0.token }) }
  }

  private func save(_ token: AccessToken?) async throws {
    do { try await store.save(token) } catch {
      storeIsBehind.withLock { $0 = true }
      throw error
    }
    storeIsBehind.withLock { $0 = false }
  }
}

// One refresh, from the look into the store to the token that all waiting calls get.
extension TokenRefresher {
  func run(_ flight: Refreshing, for request: TransportRequest) async {
    do {
      _ = try await stored(for: flight)
      guard isUnderWay(flight) else { return }
      // No other process refreshes meanwhile: a server that rotates refresh tokens would log out both.
      try await store.runExclusively {
        let old = try await stored(for: flight) ?? flight.token
        if isUnderWay(flight) { await replace(old, by: flight, for: request) }
      }
    } catch {
      fail(flight, error)
    }
  }

  /// Returns the stored token. If another process has stored it, and it is valid, the refresh ends with it.
  private func stored(for flight: Refreshing) async throws -> AccessToken? {
    let stored = try await load()
    if let stored, stored.value != flight.token?.value, isValid(stored, at: wallClock(), leeway: leeway) {
      end(flight, .success(stored), holding: stored)
    }
    return stored
  }

  /// Fetches a token in place of the old one, and ends the refresh.
  private func replace(_ old: AccessToken?, by flight: Refreshing, for request: TransportRequest) async {
    let token: AccessToken
    do {
      let new = try await fetch(old, for: flight, request)
      token = new.identified(as: new.identity ?? old?.user)
    } catch {
      return await fail(flight, error, toReplace: old)
    }
    guard isUnderWay(flight) else { return }
    do {
      // Before any call uses it, so that a rotated refresh token is not lost with the process.
      try await save(token, of: flight)
      end(flight, .success(token), holding: token, at: wallClock())
    } catch {
      end(flight, Self.failure(.tokenNotStored(error)), holding: token, at: wallClock())
    }
  }

  /// Calls the refresh function. Repeats it, as long as a call waits, if the token server surely did not process the
  /// request.
  private func fetch(
    _ old: AccessToken?, for flight: Refreshing, _ request: TransportRequest
  ) async throws -> AccessToken {
    let schedule = RetrySchedule(
      policy: .exponential(), budget: nil, maximumRetryAfter: .seconds(60), wallClock: wallClock)
    // Without the deadline of one call, because others may wait for longer.
    var loop = AttemptLoop(of: TransportRequest(url: request.url), on: request.clock, by: schedule)
    while true {
      do { return try await refresh(old) } catch let error as NetworkRequestError where error.isUnprocessed {
        guard let wait = loop.wait(after: .failure(error), by: schedule) else { throw error }
        try await loop.next(after: wait)
        guard isUnderWay(flight), waiterCount > 0 else { throw error }
      }
    }
  }

  /// Ends a refresh that failed to replace a token. If another process has replaced it meanwhile, the calls get that one.
  private func fail(_ flight: Refreshing, _ error: any Error, toReplace old: AccessToken?) async {
    backoff.noteFailure(at: wallClock())
    do {
      let stored = try await load()
      guard let stored, stored.value != flight.token?.value, stored.isValid(at: wallClock()) else {
        return fail(flight, error)
      }
      guard stored.value == old?.value else { return end(flight, .success(stored), holding: stored) }
      fail(flight, error, holding: stored)
    } catch { fail(flight, error) }
  }

  private func fail(_ flight: Refreshing, _ error: any Error, holding token: AccessToken? = nil) {
    end(flight, Self.failure(Self.reason(error)), holding: token)
  }

  private static func reason(_ error: any Error) -> AuthenticationFailure.Reason {
    switch error {
    case let failure as AuthenticationFailure: failure.reason
    case NetworkRequestError.authenticationFailed(let failure): failure.reason
    case let error as OAuthError: .tokenRefused(error)
    default: .refreshFailed(error)
    }
  }
}

extension NetworkRequestError {
  /// True if the server surely did not process the request: no connection was made, a layer refused the call, or the
  /// status is 503.
  fileprivate var isUnprocessed: Bool {
    isBeforeSending || (response?.status ?? (underlyingError as? OAuthError)?.status) == 503
  }
}
