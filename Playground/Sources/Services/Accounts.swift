import Foundation
import Requisite

nonisolated struct TokenPair: Codable, Sendable {
  let access: String
  let refresh: String
  let seconds: Double
  let user: String

  var token: AccessToken {
    AccessToken(
      access, refreshToken: refresh, expiry: Date(timeIntervalSinceNow: seconds), identity: user)
  }
}

/// A login by name, password and a second factor, with tokens in a form of the service's own.
@MainActor final class AccountModel {
  enum Screen: Equatable { case login(hint: String?), code, home([String]) }

  private(set) var screen = Screen.login(hint: nil)
  let api: APIClient
  // Without the authenticator, because the calls that log in have no token yet.
  private let logins: APIClient
  private let tokens: BearerAuthenticator

  init(baseURL: BaseURL, store: any TokenStore, transport: any Transport = DefaultTransport.shared) {
    let logins = APIClient(baseURL: baseURL, transport: transport)
    self.logins = logins
    tokens = BearerAuthenticator(store: store) { old in
      guard let refresh = old?.refreshToken else { throw AuthenticationFailure(.noToken) }
      do {
        let renew = Endpoint<TokenPair>.post("/renew", body: ["token": refresh.revealed])
        return try await logins.dispatch(renew).token
      } catch .unauthorized {
        throw AuthenticationFailure(.noToken)
      } catch {
        throw error
      }
    }
    api = APIClient(
      baseURL: baseURL, transport: transport.authenticated(with: tokens, for: baseURL).retried(attempts: 2))
  }

  func logIn(_ name: String, _ password: String, code: String? = nil) async {
    let request = Endpoint<TokenPair>.post(
      "/login", body: ["name": name, "password": password, "code": code])
    do {
      try await tokens.logIn(logins.dispatch(request).token)
      screen = .home(try await api.dispatch(.get("/orders")))
    } catch NetworkRequestError.unauthorized(let response) {
      let needsCode = response.headers["X-Second-Factor"] != nil
      screen = needsCode ? .code : .login(hint: "The name or the password is wrong.")
    } catch NetworkRequestError.error4xx(let response) where response.status == 423 {
      screen = .login(hint: response.problem?.detail)
    } catch {
      screen = .login(hint: NetworkRequestError(error).userMessage)
    }
  }
}
