/// Supplies the current token to all calls, and fetches the next one once for all of them.
final class TokenRefresher: Sendable {
  typealias Outcome = Result<AccessToken, TokenProblem>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  /// The refreshers whose refresh the current task is a part of.
  @TaskLocal private static var inRefresh: Set<ObjectIdentifier> = []

  private let store: any TokenStore
  private let leeway: Duration
  private let wallClock: @Sendable () -> Date
  private let refresh: BearerAuthenticator.Refresh
  private let state = Locked(RefreshState<Waiter>())
  private let tickets = Locked(0)
  /// True if the store failed to save the last token: the token in it is older, and its refresh token may be used up.
  private let storeIsBehind = Locked(false)
  private let backoff: RefreshBackoff

  init(
    store: any TokenStore, leeway: Duration, backoff: Duration, wallClock: @escaping @Sendable () -> Date,
    refresh: @escaping BearerAuthenticator.Refresh
  ) {
    (self.store, self.leeway, self.wallClock, self.refresh) = (store, leeway, wallClock, refresh)
    self.backoff = RefreshBackoff(backoff)
  }

  /// True if the current task is a part of this refresher's own refresh.
  var isInRefresh: Bool { Self.inRefresh.contains(ObjectIdentifier(self)) }

  /// The number of calls that wait for a refresh.
  var waiterCount: Int { state.withLock { $0.waiterCount } }

  func token(for request: TransportRequest) async throws(NetworkRequestError) -> AccessToken {
    let now = wallClock()
    if let token = state.withLock({ $0.usable { isValid($0, at: now) } }) { return token }
    let start = request.record?.now ?? .zero
    let outcome = await waitForToken(at: now)
    request.record?.note("authentication", "waited", since: start, detail: "for a token")
    switch outcome {
    case .success(let token): return token
    case .failure(.cancelled): throw .cancelled(request)
    case .failure(.failed(let reason)):
      let failure = AuthenticationFailure(reason, request: request)
      guard let token = tokenAtHand(after: reason) else { throw .authenticationFailed(failure) }
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
    return state.withLock { $0.usable { $0.isValid(at: wallClock()) } }
  }

  func reject(_ authorization: String) {
    state.withLock { $0.reject(authorization) }
  }

  func replace(with token: AccessToken?) async throws {
    let outcome = token.map(Outcome.success) ?? .failure(.failed(.noToken))
    backoff.forgetFailure()
    for waiter in state.withLock({ $0.replace(with: token) }) { waiter.resume(returning: outcome) }
    try await save(token)
  }

  private func isValid(_ token: AccessToken, at time: Date) -> Bool {
    token.isValid(at: time, leeway: leeway) || (token.isValid(at: time) && backoff.isRunning(at: time))
  }

  private func waitForToken(at now: Date) async -> Outcome {
    let ticket = tickets.next()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let step = state.withLock { state -> RefreshState<Waiter>.Step? in
          // Checked under the lock: either the cancellation is seen here, or its handler finds the waiter.
          Task.isCancelled ? nil : state.join(waiter, ticket) { isValid($0, at: now) }
        }
        switch step {
        case nil: waiter.resume(returning: .failure(.cancelled))
        case .go(let token): waiter.resume(returning: .success(token))
        case .wait: break
        case .start(let flight): start(flight)
        }
      }
    } onCancel: {
      state.withLock { $0.leave(ticket) }?.resume(returning: .failure(.cancelled))
    }
  }

  /// Runs the refresh in its own task, which no caller's cancellation reaches.
  private func start(_ flight: RefreshState<Waiter>.Flight) {
    Task {
      await Self.$inRefresh.withValue(Self.inRefresh.union([ObjectIdentifier(self)])) {
        await run(flight)
      }
    }
  }

  private func run(_ flight: RefreshState<Waiter>.Flight) async {
    do {
      let stored = storeIsBehind.withLock { $0 } ? nil : try await store.load()
      if let stored, stored.value != flight.token?.value, isValid(stored, at: wallClock()) {
        return land(flight, .success(stored), holding: stored)
      }
      await replace(stored, by: flight)
    } catch {
      land(flight, .failure(.failed(Self.reason(error))), holding: nil)
    }
  }

  /// Fetches a token in place of the stored one, and ends the refresh.
  private func replace(_ stored: AccessToken?, by flight: RefreshState<Waiter>.Flight) async {
    do {
      let token = try await refresh(stored ?? flight.token)
      guard state.withLock({ $0.isUnderWay(flight.number) }) else { return }
      await keep(token, of: flight)
    } catch {
      let now = wallClock()
      backoff.noteFailure(at: now)
      // The store's token may be newer than the one in memory, and still valid.
      let news = stored.flatMap { $0.value != flight.token?.value && $0.isValid(at: now) ? $0 : nil }
      land(flight, .failure(.failed(Self.reason(error))), holding: news)
    }
  }

  /// Stores a token before any call uses it, so that a rotated refresh token is not lost with the process.
  private func keep(_ token: AccessToken, of flight: RefreshState<Waiter>.Flight) async {
    do {
      try await save(token)
      guard !state.withLock({ $0.isUnderWay(flight.number) }) else {
        return land(flight, .success(token), holding: token)
      }
      // A login or logout happened while this token was being written: overwrite it with the current token, or nil.
      try await save(state.withLock { $0.token })
    } catch {
      land(flight, .failure(.failed(.tokenNotStored(error))), holding: token)
    }
  }

  private func save(_ token: AccessToken?) async throws {
    do { try await store.save(token) } catch {
      storeIsBehind.withLock { $0 = true }
      throw error
    }
    storeIsBehind.withLock { $0 = false }
  }

  private func land(
    _ flight: RefreshState<Waiter>.Flight, _ outcome: Outcome, holding token: AccessToken?
  ) {
    if case .success = outcome { backoff.forgetFailure() }
    for waiter in state.withLock({ $0.finish(flight.number, with: token) }) {
      waiter.resume(returning: outcome)
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

/// The reason why a call gets no token.
enum TokenProblem: Error {
  case cancelled
  case failed(AuthenticationFailure.Reason)
}
