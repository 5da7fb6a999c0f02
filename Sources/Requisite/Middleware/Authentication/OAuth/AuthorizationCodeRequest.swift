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
      let problem =
        "the authorization endpoint cannot take a query: check its URL"
      throw .invalidRequest(InvalidRequest(.query, problem))
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

/// Proof that a code is redeemed by the client that requested it (PKCE, RFC 7636), by the method `S256`.
public struct CodeVerifier: Sendable, Hashable {
  /// The text that is sent when the code is redeemed.
  public let secret: Secret

  /// Makes a verifier of 256 bits of the system's randomness.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Makes a verifier of 256 bits of `generator`, which must be one for cryptography.
  public init(using generator: inout some RandomNumberGenerator) {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    secret = Secret(Base64URL.encode(bytes))
  }

  /// Takes a verifier that was made before; nil where it is malformed. It has 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`.
  public init?(_ secret: Secret) {
    let text = secret.revealed.utf8
    guard (43...128).contains(text.count), text.allSatisfy(ByteSet.unreserved.contains) else { return nil }
    self.secret = secret
  }

  /// What is sent when the code is asked for: `S256` of the verifier (§4.2).
  public var challenge: String { Base64URL.encode(SHA256.hash(secret.revealed.utf8)) }
}

/// The URL that a user came back with from an authorization server (RFC 6749 §4.1.2).
private struct CodeResponse {
  private let address: Substring
  private let query: QueryParams

  init(_ url: URL) {
    let text = url.absoluteString
    address = Self.address(of: text)
    query = QueryParams(encoded: url.query(percentEncoded: true) ?? "")
  }

  func grant(for request: AuthorizationCodeRequest) throws(AuthenticationFailure) -> OAuthGrant {
    guard address.utf8.elementsEqual(Self.address(of: request.redirectURI).utf8) else {
      throw malformed("leads to another address than the redirectURI of this request")
    }
    guard let state = try value("state"), Secret(state) == request.state else {
      throw malformed("has another state than this request: it may be forged")
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

  /// The value of a parameter, which must not be repeated (§3.1).
  private func value(_ name: String) throws(AuthenticationFailure) -> String? {
    let values = query.values(for: name)
    guard values.count <= 1 else { throw malformed("has the parameter “\(name)” more than once") }
    return values.first
  }

  private func malformed(_ problem: String) -> AuthenticationFailure {
    AuthenticationFailure(.malformedRedirect(problem))
  }

  private static func address(of text: String) -> Substring {
    Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }
}

/// Base 64 with an alphabet that needs no escapes in a URL, and without padding (RFC 4648 §5).
enum Base64URL {
  /// The bytes as text.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let text = Data(bytes).base64EncodedString().utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
