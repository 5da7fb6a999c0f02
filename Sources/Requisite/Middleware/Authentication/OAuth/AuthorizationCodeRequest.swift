/// Sends a user to the authorization server for a code, and takes the code when the user comes back (RFC 6749 §4.1 with
/// PKCE, RFC 7636). Showing the page is yours: `ASWebAuthenticationSession`, a browser, a window.
///
/// ```swift
/// let login = try AuthorizationCodeRequest(
///   endpoint: "https://login.example.com/authorize", clientID: "todos",
///   redirectURI: "com.example.todos:/done", scope: ["todos"])
/// let callback = try await showPage(login.url)
/// try await tokens.logIn(oauth.token(login.grant(from: callback)))
/// ```
public struct AuthorizationCodeRequest: Sendable {
  /// The page to show to the user.
  public let url: URL
  /// The URL that the server sends the user back to.
  public let redirectURI: String
  /// The `state` parameter, which ties the server's answer to this request (RFC 6749 §10.12).
  public let state: Secret
  /// The verifier that proves who asked for the code when it is redeemed (RFC 7636).
  public let verifier: CodeVerifier

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - endpoint: The URL of the server's page; `https`, unless it is on this machine.
  ///   - clientID: The id that the server knows the client by.
  ///   - redirectURI: Where the user is sent back to, as the server knows it.
  ///   - scope: What is asked for; the server's default where it is empty.
  ///   - parameters: Whatever else the server wants, as `prompt` or `audience`.
  ///   - verifier: A new one by default.
  ///   - state: 128 bits of the system's randomness by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the endpoint is no URL of `https`.
  public init(
    endpoint: String, clientID: String, redirectURI: String, scope: [String] = [],
    parameters: QueryParams = QueryParams(), verifier: CodeVerifier = CodeVerifier(),
    state: Secret = .random()
  ) throws(NetworkRequestError) {
    let base = try SecureEndpoint.url(endpoint, named: "authorization endpoint")
    var query: QueryParams = [
      "response_type": "code", "client_id": clientID, "redirect_uri": redirectURI, "scope": scope.asField,
      "state": state.revealed, "code_challenge": verifier.challenge, "code_challenge_method": "S256",
    ]
    query.items += parameters.items
    let parts = URLParts(base)
    let text = parts.query.isEmpty ? query.encoded : "\(parts.query)&\(query.encoded)"
    guard let url = parts.replacing(.query, with: text) else {
      throw .invalidRequest(InvalidRequest(.query, "the authorization endpoint takes no query"))
    }
    (self.url, self.redirectURI, self.state, self.verifier) = (url, redirectURI, state, verifier)
  }

  /// The grant that the user came back with.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)``: with the ``OAuthError`` where the server or the user said
  ///   no; with `.malformedRedirect` where the answer went to another address, has another `state`, or no code.
  public func grant(from callback: URL) throws(NetworkRequestError) -> OAuthGrant {
    do { return try CodeResponse(callback).grant(for: self) } catch {
      throw .authenticationFailed(error)
    }
  }
}

extension AuthorizationCodeRequest: CustomStringConvertible, CustomReflectable {
  /// Where the user is sent; neither the state nor the verifier.
  public var description: String {
    "AuthorizationCodeRequest \(Redaction.standard.hiding(["state"]).url(url))"
  }
  /// The description alone, so that `dump` cannot tell more.
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
