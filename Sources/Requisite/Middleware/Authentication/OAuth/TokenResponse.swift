extension OAuthClient {
  /// The response of a token endpoint (RFC 6749 §5.1): the token, and what the server sends with it.
  ///
  /// ```swift
  /// let response = try await oauth.response(to: grant)
  /// try await tokens.logIn(response.token)
  /// let team = response.member("team_id", as: String.self)
  /// ```
  public struct TokenResponse: Sendable {
    /// The token.
    public let token: AccessToken
    /// The type of the token as the server spelled it; `Bearer` if it named none.
    public let type: String
    /// The id token of OpenID Connect (Core 1.0 §3.1.3.3); nil if the server sent none. Its signature is not verified.
    public let idToken: Secret?
    private let data: Data

    fileprivate init(_ members: TokenReader.Members, _ token: AccessToken, data: Data) {
      self.token = token
      self.data = data
      type = members.tokenType.flatMap { $0.isEmpty ? nil : $0 } ?? "Bearer"
      idToken = members.idToken.map(Secret.init)
    }

    /// Returns any other member of the response, which may be a secret; nil if it is missing or of another type.
    public func member<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
      do { return try JSONCoding().decode(type, at: [name], from: data) } catch { return nil }
    }
  }
}

extension OAuthClient.TokenResponse: PrintedByDescription {
  /// The type and the token, without secrets.
  public var description: String { "\(OneLine.printable(type)) \(token)" }
}

/// Reads the response of a token endpoint, each member by itself.
struct TokenReader {
  /// The response without its body, to the request without its own.
  let head: NetworkResponse
  let data: Data
  let time: Date
  /// The accepted token types, in lower case.
  let types: Set<String>

  /// Throws the refusal of an error response, or else the error of its status.
  @discardableResult func check() throws(NetworkRequestError) -> Members? {
    let members = members
    if let code = members?.error, members?.accessToken == nil || !isSuccess {
      throw failed(
        .tokenRefused(
          OAuthError(
            .init(rawValue: code), explanation: members?.errorDescription, page: members?.errorURI,
            status: head.status)))
    }
    // An error response without an OAuth error in it: only its status is known.
    guard isSuccess else { throw NetworkRequestError(status: head) }
    return members
  }

  func response() throws(NetworkRequestError) -> OAuthClient.TokenResponse {
    guard let members = try check() else { throw malformed("is not a JSON object") }
    guard let value = members.accessToken, !value.isEmpty else { throw malformed("has no access_token") }
    let type = members.tokenType ?? ""
    guard type.isEmpty || types.contains(ASCII.lowercased(type)) else {
      throw malformed(
        "has a token_type that is not Bearer; if the tokens are sent like bearer tokens, name the type in tokenTypes of the "
          + "OAuthClient")
    }
    let refreshToken = members.refreshToken.flatMap { $0.isEmpty ? nil : Secret($0) }
    let token = AccessToken(
      Secret(value), refreshToken: refreshToken,
      expiry: members.lifetime.map { time.addingTimeInterval($0) }, scope: members.scope)
    return OAuthClient.TokenResponse(members, token, data: data)
  }

  private var isSuccess: Bool { (200..<300).contains(head.status) }

  private var members: Members? { decoded() }

  /// The members of the body; nil if it is not an object. The decoder's error is dropped, because it may quote the response.
  func decoded<Value: Decodable>() -> Value? {
    do { return try JSONCoding().decode(Value.self, from: data) } catch { return nil }
  }

  func failed(_ reason: AuthenticationFailure.Reason) -> NetworkRequestError {
    .authenticationFailed(AuthenticationFailure(reason, request: head.request))
  }

  func malformed(_ problem: String) -> NetworkRequestError {
    failed(.malformedTokenResponse(problem))
  }

  struct Members: Decodable {
    let accessToken: String?
    let tokenType: String?
    let refreshToken: String?
    let idToken: String?
    /// The seconds until the token expires; nil if the server did not say. Servers write 0 for a token that does not expire: no
    /// server issues one that has expired.
    let lifetime: Double?
    let scope: [String]
    let error: String?
    let errorDescription: String?
    let errorURI: String?

    private enum Keys: String, CodingKey {
      case access_token, token_type, refresh_token, id_token, expires_in, scope, error, error_description,
        error_uri
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      accessToken = members.readable(.access_token)
      tokenType = members.readable(.token_type)
      refreshToken = members.readable(.refresh_token)
      idToken = members.readable(.id_token)
      lifetime = members.seconds(.expires_in, atMost: 1e10)
      let text: String? = members.readable(.scope)
      scope = text?.split(separator: " ").map(String.init) ?? members.readable(.scope) ?? []
      error = members.readable(.error)
      errorDescription = members.readable(.error_description)
      errorURI = members.readable(.error_uri)
    }
  }
}

extension KeyedDecodingContainer {
  /// The value of a member that a server may write in another form; nil if it is missing, null or of another type.
  func readable<Value: Decodable>(_ key: Key) -> Value? {
    do { return try decodeIfPresent(Value.self, forKey: key) } catch { return nil }
  }

  /// A number of seconds above 0, which some servers write as a string; nil for any other value.
  func seconds(_ key: Key, atMost limit: Double) -> Double? {
    let seconds: Double? = readable(key) ?? readable(key).flatMap { (text: String) in Double(text) }
    return seconds.flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
  }
}
