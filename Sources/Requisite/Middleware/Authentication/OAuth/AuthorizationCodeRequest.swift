/// A request for an authorization code: the page to show to the user, and the check of the URL that the user comes back
/// with (RFC 6749 §4.1 with PKCE, RFC 7636).
///
/// Showing the page is up to you: `ASWebAuthenticationSession`, a browser, a window.
///
/// ```swift
/// let login = try AuthorizationCodeRequest(
///   endpoint: "https://login.example.com/authorize", clientID: "todos",
///   redirectURI: "com.example.todos:/done", scope: ["todos"])
/// let callback = try await showPage(login.url)
/// try await tokens.logIn(oauth.token(login.grant(from: callback)))
/// ```
public struct AuthorizationCodeRequest: Sendable {
  /// The URL of the page to show to the user.
  public let url: URL
  /// The URL that the server sends the user back to.
  public let redirectURI: String
  /// The `state` parameter, which ties the server's response to this request (RFC 6749 §10.12).
  public let state: Secret
  /// The PKCE verifier, which proves when the code is redeemed that this client requested it (RFC 7636).
  public let verifier: Secret
  private let issuer: String?
  /// False if a redirect may name no issuer; it may name no other in any case.
  var isIssuerRequired = true

  /// Creates a request and the URL of its page.
  ///
  /// - Parameters:
  ///   - endpoint: The URL of the server's authorization page. It must be `https`, unless it is on this machine.
  ///   - clientID: The id under which the server knows the client.
  ///   - redirectURI: The URL that the server sends the user back to, as the server knows it.
  ///   - scope: The scopes to ask for; the server's default if empty.
  ///   - issuer: The issuer identifier of the server, such as `https://login.example.com`, which the `iss` parameter of the redirect must
  ///     then be, byte for byte: a program with more than one server knows thus that the code is of this one (RFC 9207 §2.4). Not
  ///     asked for by default, since not every server sends it.
  ///   - resource: The identifier of the API that the token is to be for, such as its URL (RFC 8707). None by default. Give the
  ///     ``OAuthClient`` the same.
  ///   - parameters: Other parameters that the server expects, such as `prompt` or `audience`.
  ///   - verifier: The PKCE verifier: 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`; 256 random bits from the system by
  ///     default.
  ///   - state: The `state` parameter; 128 random bits from the system by default.
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the endpoint is not such a URL, or has a fragment; if the
  ///   verifier is malformed; if a value of `parameters` has no text form; or if a parameter repeats one that the request writes itself.
  public init(
    endpoint: String, clientID: String, redirectURI: String, scope: [String] = [],
    issuer: String? = nil, resource: String? = nil, parameters: QueryParams = QueryParams(),
    verifier: Secret = .random(byteCount: 32), state: Secret = .random()
  ) throws(NetworkRequestError) {
    let base = try SecureEndpoint.url(endpoint, named: "authorization endpoint")
    let own: QueryParams = [
      "response_type": "code", "client_id": clientID, "redirect_uri": redirectURI, "scope": scope.asField,
      "state": state.revealed, "code_challenge": try CodeChallenge.of(verifier),
      "code_challenge_method": "S256", "resource": resource,
    ]
    let parts = URLParts(base)
    let added = try parameters.checkedItems(of: .query)
    try Self.check(QueryParams(encoded: String(parts.query)).items + added, inAdditionTo: own)
    let query = QueryParams(items: own.items + added).encoded
    let text = parts.query.isEmpty ? query : "\(parts.query)&\(query)"
    guard let url = parts.replacing(.query, with: text) else {
      throw .invalidRequest(.query, "the authorization endpoint cannot take a query: check its URL")
    }
    self.url = url
    self.redirectURI = redirectURI
    self.state = state
    self.verifier = verifier
    self.issuer = issuer
  }

  /// Throws for a parameter that the request has already: none may be sent twice (RFC 6749 §3.1).
  private static func check(
    _ items: [QueryParams.Item], inAdditionTo own: QueryParams
  ) throws(NetworkRequestError) {
    guard let item = items.first(where: { item in own.items.contains { $0.name == item.name } }) else {
      return
    }
    throw .invalidRequest(
      .query, "the authorization request writes the parameter “\(item.name)” itself: remove it")
  }

  /// Returns the grant with the code that the user came back with.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)``: with the ``OAuthError`` if the server or the user
  ///   refused; with `.malformedRedirect` if `callback` has another address than ``redirectURI`` (equal
  ///   by RFC 3986 §6.2.2 and §6.2.3: `MyApp://callback` and `myapp://callback/`), another `state`, another `iss`
  ///   than the issuer or none, no code, or a parameter twice.
  public func grant(from callback: URL) throws(NetworkRequestError) -> OAuthClient.Grant {
    do {
      return try CodeResponse(callback).grant(for: self, from: issuer, isRequired: isIssuerRequired)
    } catch {
      throw .authenticationFailed(error)
    }
  }
}

extension AuthorizationCodeRequest: PrintedByDescription {
  /// The URL of the page, without the state. The verifier is not in it.
  public var description: String {
    "AuthorizationCodeRequest \(Redaction.standard.hiding(["state"]).url(url))"
  }
}

/// PKCE with the method `S256` (RFC 7636), which proves that a code is redeemed by the client that requested it.
private enum CodeChallenge {
  /// The text that is sent when the code is requested: `S256` of the verifier (§4.2).
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the verifier is not one (§4.1).
  static func of(_ verifier: Secret) throws(NetworkRequestError) -> String {
    let text = verifier.revealed.utf8
    guard (43...128).contains(text.count), text.allSatisfy(ByteSet.unreserved.contains) else {
      throw .invalidRequest(
        .query, "the PKCE verifier must have 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1)")
    }
    return Base64URL.encode(SHA256.hash(text))
  }
}

/// The URL with which a user came back from an authorization server (RFC 6749 §4.1.2).
private struct CodeResponse {
  private let address: String
  private let query: QueryParams

  init(_ url: URL) {
    let text = url.absoluteString
    address = URLParts.normalizedAddress(of: text)
    query = QueryParams(encoded: url.query(percentEncoded: true) ?? "")
  }

  func grant(
    for request: AuthorizationCodeRequest, from issuer: String?, isRequired: Bool
  ) throws(AuthenticationFailure) -> OAuthClient.Grant {
    guard address.utf8.elementsEqual(URLParts.normalizedAddress(of: request.redirectURI).utf8) else {
      throw malformed("leads to another address than the redirectURI of this request")
    }
    guard let state = try value("state"), Secret(state) == request.state else {
      throw malformed("has another state than this request: it may be forged")
    }
    let named = try value("iss")
    if let issuer, isRequired || named != nil, named.map({ ExactText($0) }) != ExactText(issuer) {
      throw malformed("does not name the issuer of this request: it may be another server's (RFC 9207)")
    }
    if let code = try value("error") {
      let error = OAuthError(
        .init(rawValue: code), explanation: try value("error_description"), page: try value("error_uri"))
      throw AuthenticationFailure(.tokenRefused(error))
    }
    guard let code = try value("code"), !code.isEmpty else {
      throw malformed("has neither a code nor an error")
    }
    return .authorizationCode(Secret(code), redirectURI: request.redirectURI, verifier: request.verifier)
  }

  /// Returns the value of a parameter, which must not be repeated (§3.1).
  private func value(_ name: String) throws(AuthenticationFailure) -> String? {
    let values = query.values(for: name)
    guard values.count <= 1 else { throw malformed("has the parameter “\(name)” more than once") }
    return values.first
  }

  private func malformed(_ problem: String) -> AuthenticationFailure {
    AuthenticationFailure(.malformedRedirect(problem))
  }
}

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5).
enum Base64URL {
  /// Encodes the bytes as text.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let changed: [Character: String] = ["+": "-", "/": "_", "=": ""]
    return Data(bytes).base64EncodedString().map { changed[$0] ?? String($0) }.joined()
  }
}
