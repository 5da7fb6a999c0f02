import Foundation
import Requisite

/// A login with OAuth 2 and PKCE, the screens that follow from its state, and calls that renew the token.
@MainActor final class LoginModel {
  enum Screen: Equatable { case login, content([String]), failed(String) }

  private(set) var screen = Screen.login
  private let app: OAuthClient
  private let tokens: BearerAuthenticator
  private let client: APIClient

  init(issuer: String, api: String, store: any TokenStore, transport: any Transport = DefaultTransport.shared)
  {
    app = OAuthClient(tokenEndpoint: "\(issuer)/token", id: "notes", transport: transport)
    tokens = .refreshing(with: app, store: store)
    var stack = StandardStack(on: transport)
    stack.authenticator = tokens
    stack.authenticatedOrigins = [BaseURL(api)]
    client = APIClient(baseURL: api, stack: stack)
  }

  /// Shows the screen of each login state, for as long as the window is open.
  func watch() async {
    for await state in tokens.states {
      switch state {
      case .loggedIn: await load()
      case .loggedOut: screen = .login
      }
    }
  }

  func logIn(issuer: String, showPage: (URL) async throws -> URL) async {
    do {
      let login = try AuthorizationCodeRequest(
        endpoint: "\(issuer)/authorize", clientID: "notes", redirectURI: "com.example.notes:/done")
      let callback = try await showPage(login.url)
      try await tokens.logIn(app.token(login.grant(from: callback)))
    } catch let error as NetworkRequestError {
      screen = .failed(error.userMessage)
    } catch {
      screen = .failed("The login was not finished.")
    }
  }

  func load() async {
    switch await client.result(of: Endpoint<[String]>.get("/notes")) {
    case .success(let notes): screen = .content(notes)
    case .failure(let error) where error.needsLogin: screen = .login
    case .failure(let error): screen = .failed(error.userMessage)
    }
  }

  func logOut() async throws { try await tokens.logOut() }
}
