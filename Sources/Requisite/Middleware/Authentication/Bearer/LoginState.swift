extension BearerAuthenticator {
  /// Whether calls can be sent as a user, for the choice between an app's login screen and its content.
  public enum LoginState: Sendable, Hashable {
    /// There is a token, or one can be had without the user.
    case loggedIn
    /// There is no token, or the authorization server refuses to renew it: the user has to log in.
    case loggedOut
  }

  /// The present login state and each later change, as in `for await state in tokens.states { … }`.
  ///
  /// The first element is the state of the store. Any number of tasks can iterate, each from a sequence of its own,
  /// which ends when its task is cancelled.
  public var states: AsyncStream<LoginState> { tokens.states() }
}

extension TokenRefresher {
  func states() -> AsyncStream<BearerAuthenticator.LoginState> {
    let stream = logins.states()
    guard logins.state == nil else { return stream }
    Task {
      // A store that cannot be read has no token to offer.
      let stored: AccessToken?
      do { stored = try await load() } catch { stored = nil }
      if logins.state == nil { note(login: stored == nil ? .loggedOut : .loggedIn) }
    }
    return stream
  }

  /// Notes the login state, if it is another one.
  func note(login state: BearerAuthenticator.LoginState) {
    if logins.state != state { logins.set(state) }
  }

  /// Notes what a refresh means for the login.
  func noteLogin(after outcome: Outcome) {
    switch outcome {
    case .success: note(login: .loggedIn)
    case .failure(let error) where error.needsLogin: note(login: .loggedOut)
    case .failure: break
    }
  }
}
