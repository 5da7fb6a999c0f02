/// Supplies the current token to all calls, and fetches the next one once for all of them.
final class TokenRefresher: Sendable {
  typealias Outcome = Result<AccessToken, NetworkRequestError>
  typealias Snapshot = RefreshState.Snapshot

  /// The refreshers whose refresh the current task is a part of.
  @TaskLocal private static var inRefresh: Set<ObjectIdentifier> = []

  let store: any TokenStore
  let clock: CallClock
  let refresh: BearerAuthenticator.Refresh
  let backoff: RefreshBackoff
  let logins = StateStream<BearerAuthenticator.LoginState>()
  private let state: Locked<RefreshState>
  private let waiters = Waiters<Outcome>()
  /// The last write to the store, which the next one waits for.
  private let lastWrite = Locked<Task<Void, any Error>?>(nil)

  init(
    store: any TokenStore, leeway: Duration, backoff: Duration, clock: CallClock,
    refresh: @escaping BearerAuthenticator.Refresh
  ) {
    self.store = store
    self.clock = clock
    self.refresh = refresh
    self.backoff = RefreshBackoff(backoff)
    state = Locked(RefreshState(leeway: leeway))
  }

  /// True if the current task is a part of this refresher's own refresh.
  var isInRefresh: Bool { Self.inRefresh.contains(ObjectIdentifier(self)) }

  /// The current token.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// True if the store has it.
  var isSaved: Bool { state.withLock { $0.isSaved } }

  /// The number of calls that wait for a refresh.
  var waiterCount: Int { state.withLock { $0.waiterCount } }

  func token(for request: TransportRequest) async throws(NetworkRequestError) -> AccessToken {
    let now = clock.date
    if let token = usable(at: now) { return token }
    let start = request.record?.now ?? .zero
    let outcome = await waitWithinLimit(at: now, for: request)
    request.record?.note("authentication", "waited", since: start, detail: "for a token")
    switch outcome {
    case .success(let token): return token
    case .failure(var error):
      error.request = request
      guard case .authenticationFailed(let failure) = error, let token = validToken(after: failure.reason)
      else {
        throw error
      }
      request.record?.note(
        "authentication", "refresh failed", since: start,
        detail: "the current token is still valid; \(failure.message)")
      return token
    }
  }

  /// Returns the token that was to be replaced early, if it is still valid. Returns nil if a new token could not be
  /// stored: the call has to fail, because the new refresh token would be lost silently.
  private func validToken(after reason: AuthenticationFailure.Reason) -> AccessToken? {
    if case .tokenNotStored = reason { return nil }
    let now = clock.date
    return state.withLock { $0.usable { $0.isValid(at: now) } }
  }

  /// Returns the user whose token the request has or will get: see ``BearerAuthenticator/identity(of:)``.
  func identity(of request: TransportRequest) async -> String? {
    let snapshot = snapshot
    if let sent = request.headers[.authorization] {
      return snapshot.token?.authorization.headerValue == sent ? snapshot.user : ""
    }
    // A call of the refresh is sent without a token.
    guard !isInRefresh else { return "" }
    guard snapshot.token == nil else { return snapshot.user }
    // The call itself reports that the store cannot be read.
    do { return try await load().user } catch { return nil }
  }

  func reject(_ authorization: String) {
    state.withLock { $0.reject(authorization) }
  }

  /// Sets the token of a login, or nil after a logout. Returns once the store has it.
  func replace(with token: AccessToken?) async throws {
    let outcome = token.map(Outcome.success) ?? Self.failure(.noToken)
    backoff.forgetFailure()
    let now = clock.date
    for ticket in change({ $0.replace(with: token, at: now) }) { waiters.resume(ticket, returning: outcome) }
    // A refresh that logs in has the store for itself already.
    guard !isInRefresh else { return try await save() }
    try await store.runExclusively { try await save() }
  }

  /// The login state and each later one. The first is that of the store.
  func states() -> AsyncStream<BearerAuthenticator.LoginState> {
    let states = logins.states()
    guard logins.state == nil else { return states }
    Task {
      // A store that cannot be read has no token to offer.
      do { _ = try await load() } catch { change { $0.markAsKnown() } }
    }
    return states
  }

  /// The outcome of a refresh that failed, with an id that all calls that waited for it share.
  static func failure(_ reason: AuthenticationFailure.Reason) -> Outcome {
    var failure = AuthenticationFailure(reason)
    failure.refresh = TransportRequest.ID()
    return .failure(.authenticationFailed(failure))
  }

  /// Changes the state, and reports the login states that follow from it in the order of the changes.
  @discardableResult
  private func change<Value>(_ body: (inout RefreshState) -> Value) -> Value {
    defer { logins.deliver() }
    return state.withLock { state in
      defer {
        if let login = state.login, login != logins.state { logins.change(to: login) }
      }
      return body(&state)
    }
  }

  private func usable(at time: Date) -> AccessToken? {
    state.withLock { state in state.usable { isValid($0, at: time, leeway: state.leeway) } }
  }

  private func isValid(_ token: AccessToken, at time: Date, leeway: Duration) -> Bool {
    token.isValid(at: time, leeway: leeway) || (token.isValid(at: time) && backoff.isRunning(at: time))
  }

  /// Waits for a token. In a refresh, such as that of another authenticator, there is a time limit: the refresh that it waits
  /// for may in turn wait for this one.
  private func waitWithinLimit(at now: Date, for request: TransportRequest) async -> Outcome {
    guard CredentialRefresh.isInProgress else { return await waitForToken(at: now, for: request) }
    let deadline = CallDeadline(MutualRefresh.limit, on: request.clock)
    do throws(NetworkRequestError) {
      return try await deadline.run(request) { await self.waitForToken(at: now, for: request) }
    } catch {
      return error.kind == .deadlineExceeded ? Self.failure(.refreshFailed(MutualRefresh())) : .failure(error)
    }
  }

  private func waitForToken(at now: Date, for request: TransportRequest) async -> Outcome {
    await waiters.wait(orIfCancelled: .failure(.cancelled(nil))) { ticket in
      let step = state.withLock { state in
        let leeway = state.leeway
        return state.join(ticket) { isValid($0, at: now, leeway: leeway) }
      }
      switch step {
      case .use(let token): return .success(token)
      case .wait: return nil
      case .start(let number):
        start(number, for: request)
        return nil
      }
    } leave: { [state] ticket in
      state.withLock { $0.leave(ticket) }
    }
  }

  /// Runs the refresh in its own task, which no caller's cancellation reaches. It has a high priority, because callers of
  /// any priority may come to wait for it.
  private func start(_ number: Int, for request: TransportRequest) {
    Task(priority: .high) {
      await CredentialRefresh.$isInProgress.withValue(true) {
        await Self.$inRefresh.withValue(Self.inRefresh.union([ObjectIdentifier(self)])) {
          await run(number, for: request)
        }
      }
    }
  }
}

// The store, which follows the state: it is written newest change first, and read only if it has that one.
extension TokenRefresher {
  /// Looks into the store, and sets the token that another process has stored, or removed, since. Returns what holds then.
  private func load() async throws -> Snapshot {
    let (before, isSaved) = state.withLock { ($0.snapshot, $0.isSaved) }
    guard isSaved else { return before }
    let stored = try await store.load()
    return change {
      $0.adopt(stored, after: before.number)
      return $0.snapshot
    }
  }

  /// Looks into the store after a refresh: a store that is not shared exclusively may have been changed meanwhile.
  private func reload() async -> Snapshot {
    // A store that cannot be read fails the save, or says less than the refresh that failed.
    do { return try await load() } catch { return snapshot }
  }

  /// Writes the newest change into the store, once the write that is under way has ended. Nothing is written if the store has
  /// that change by then. Cancellation does not reach the write.
  private func save() async throws {
    let write = lastWrite.withLock { last in
      let write = Task { [last] in
        _ = await last?.result
        let (snapshot, isSaved) = state.withLock { ($0.snapshot, $0.isSaved) }
        guard !isSaved else { return }
        try await store.save(snapshot.token)
        state.withLock { $0.noteSaved(snapshot.number) }
      }
      last = write
      return write
    }
    try await write.value
  }
}

// One refresh, from the look into the store to the token that all waiting calls get.
extension TokenRefresher {
  private func run(_ number: Int, for request: TransportRequest) async {
    let outcome: Outcome
    do {
      outcome = .success(try await next(for: number, request))
      backoff.forgetFailure()
    } catch {
      outcome = Self.failure(Self.reason(error))
    }
    for ticket in change({ $0.end(number) }) { waiters.resume(ticket, returning: outcome) }
  }

  /// Returns the token that another process has stored, or else a new one.
  private func next(for number: Int, _ request: TransportRequest) async throws -> AccessToken {
    _ = try await load()
    if let token = usable(at: clock.date) { return token }
    // No other process refreshes meanwhile: a server that rotates refresh tokens would log out both.
    return try await store.runExclusively {
      let snapshot = try await load()
      if let token = usable(at: clock.date) { return token }
      if let refusal = snapshot.refusal { throw AuthenticationFailure(refusal) }
      // A refresh that was overtaken sends nothing, and says nothing of the token that is held now.
      guard state.withLock({ $0.isInProgress(number) }) else { throw AuthenticationFailure(.noToken) }
      return try await renewed(snapshot, for: number, request)
    }
  }

  /// Fetches and stores a token in place of the held one.
  private func renewed(_ snapshot: Snapshot, for number: Int, _ request: TransportRequest) async throws
    -> AccessToken
  {
    let new: AccessToken
    do { new = try await fetch(snapshot.token, for: number, request) } catch {
      // Another process may have replaced the token meanwhile.
      let now = await reload()
      guard now.number == snapshot.number else {
        guard let token = now.token, token.isValid(at: clock.date) else { throw error }
        return token
      }
      backoff.noteFailure(at: clock.date)
      change { $0.fail(with: Self.reason(error), after: snapshot.number) }
      throw error
    }
    let token = new.identified(as: new.identity ?? snapshot.token?.user)
    _ = await reload()
    let time = clock.date
    guard change({ $0.renew(with: token, after: snapshot.number, at: time) }) else {
      // Of the user before, or of one whom another process has logged out.
      guard let current = usable(at: time) else { throw AuthenticationFailure(.noToken) }
      return current
    }
    do { try await save() } catch { throw AuthenticationFailure(.tokenNotStored(error)) }
    return token
  }

  /// Calls the refresh function. Repeats it, as long as a call waits, if the token server surely did not process the
  /// request.
  private func fetch(
    _ old: AccessToken?, for number: Int, _ request: TransportRequest
  ) async throws -> AccessToken {
    let schedule = RetrySchedule(policy: .exponential(), budget: nil, maximumRetryAfter: .seconds(60))
    // Without the deadline of one call, because others may wait for longer.
    var loop = AttemptLoop(of: TransportRequest(url: request.url), on: request.clock, by: schedule)
    while true {
      do { return try await refresh(old) } catch let error as NetworkRequestError where error.isUnprocessed {
        guard let wait = loop.wait(after: .failure(error), by: schedule) else { throw error }
        try await loop.next(after: wait)
        guard state.withLock({ $0.isInProgress(number) && $0.waiterCount > 0 }) else { throw error }
      }
    }
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

/// The error of a call that is part of a refresh and waited for a token that another refresh did not get in time.
private struct MutualRefresh: LocalizedError {
  /// How long such a call waits: as long as an ``OAuthClient`` waits for its server.
  static let limit = Duration.seconds(30)

  var errorDescription: String? {
    "this call is part of the refresh of one token, and waited \(Self.limit) for another: two refreshes that need each other "
      + "never end, so send the calls of one of them without the other’s token"
  }
}
