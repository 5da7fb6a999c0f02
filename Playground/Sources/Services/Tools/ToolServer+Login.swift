import Foundation
import Requisite

extension ToolServer {
  /// A login that the server's own challenge leads to, by the page that `showPage` shows.
  ///
  /// The token goes to the server alone, and names it: no other server takes it.
  static func loggingIn(
    as id: String, redirectURI: String, transport: any Transport = DefaultTransport.shared,
    showPage: @escaping @Sendable (URL) async throws -> URL
  ) -> LogIn {
    { response in
      let server = try await OAuthClient.discover(from: response, transport: transport)
      let app = OAuthClient(server, id: id, transport: transport)
      let login = try AuthorizationCodeRequest(server, clientID: id, redirectURI: redirectURI)
      let tokens: BearerAuthenticator = .refreshing(with: app)
      try await tokens.logIn(app.token(login.grant(from: showPage(login.url))))
      return tokens
    }
  }
}
