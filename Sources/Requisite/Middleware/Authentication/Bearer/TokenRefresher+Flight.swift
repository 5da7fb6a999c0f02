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
