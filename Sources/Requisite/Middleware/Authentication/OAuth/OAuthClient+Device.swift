extension OAuthClient {
  /// What a user needs to log a device in that has no keyboard or browser (RFC 8628 §3.2).
  public struct DeviceCode: Sendable {
    /// The code to show, such as `WDJB-MJHT`.
    public let userCode: String
    /// The URL of the page on which the user enters the code, to be shown with it: `https`, unless it is on this machine.
    public let page: URL
    /// The page with the code already entered, such as for a QR code; nil if the server has none. Show the code with it: users
    /// compare both.
    public let completePage: URL?
    /// How long the code is valid.
    public let lifetime: Duration
  }

  /// Logs a user in on a device without a keyboard or a browser: requests a code, lets you show it, and waits until the user has
  /// entered it elsewhere (RFC 8628).
  ///
  /// ```swift
  /// let token = try await oauth.token(
  ///   onDevice: "https://login.example.com/device"
  /// ) { code in
  ///   print("Enter \(code.userCode) at \(code.page)")
  /// }
  /// try await tokens.logIn(token)
  /// ```
  /// The server is asked after each interval, which is its `interval`, or 5 seconds. `slow_down` makes the interval 5 seconds longer,
  /// and a failure that may pass, such as no connection, doubles it. If the task is cancelled, nothing more is sent.
  ///
  /// - Parameters:
  ///   - endpoint: The device authorization endpoint, such as ``OAuthServer/deviceEndpoint``. It must be `https`, unless it is on this
  ///     machine.
  ///   - scope: The scopes to ask for; the server's default if empty.
  ///   - show: Shows the code. The waits begin when it returns.
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` with the ``OAuthError`` if the user or the server refuses, such as
  ///   ``OAuthError/Code/accessDenied``, and with ``OAuthError/Code/expiredToken`` if the code expires first;
  ///   ``NetworkRequestError/invalidRequest(_:)`` if there is no endpoint; what `show` throws; and the errors of ``token(_:)``.
  public func token(
    onDevice endpoint: String?, scope: [String] = [],
    showing show: @Sendable (DeviceCode) async throws -> Void
  ) async throws(NetworkRequestError) -> AccessToken {
    guard let endpoint else {
      throw .invalidRequest(
        .path, "the authorization server has no device authorization endpoint: log in by its page")
    }
    let reader = try await send(
      ["scope": scope.asField], to: endpoint, named: "device authorization endpoint")
    let started = clock.now
    var (grant, code, interval) = try reader.deviceGrant()
    do { try await show(code) } catch { throw NetworkRequestError(error, request: reader.head.request) }
    while clock.now - started + interval < code.lifetime {
      try await clock.wait(interval, for: reader.head.request)
      do { return try await token(grant) } catch {
        switch (error.underlyingError as? OAuthError)?.code {
        case .authorizationPending: break
        case .slowDown: interval += .seconds(5)
        case _ where error.isRetryable: interval *= 2
        default: throw error
        }
      }
    }
    throw reader.failed(
      .tokenRefused(OAuthError(.expiredToken, explanation: "the user did not enter the code in time")))
  }
}

extension TokenReader {
  /// Reads the response of a device authorization endpoint (RFC 8628 §3.2).
  fileprivate func deviceGrant() throws(NetworkRequestError) -> (
    OAuthClient.Grant, OAuthClient.DeviceCode, interval: Duration
  ) {
    try check()
    let members: DeviceMembers? = decoded()
    guard let members, let device = members.device, let user = members.user, let page = members.page,
      let lifetime = members.lifetime
    else {
      throw malformed("has no device_code, user_code, verification_uri (https) or expires_in (RFC 8628 §3.2)")
    }
    let grant = OAuthClient.Grant(
      type: "urn:ietf:params:oauth:grant-type:device_code", fields: ["device_code": device])
    let code = OAuthClient.DeviceCode(
      userCode: user, page: page, completePage: members.completePage, lifetime: .seconds(lifetime))
    return (grant, code, .seconds(members.interval ?? 5))
  }
}

private struct DeviceMembers: Decodable {
  let device: String?
  let user: String?
  let page: URL?
  let completePage: URL?
  let lifetime: Double?
  let interval: Double?

  private enum Keys: String, CodingKey {
    case device_code, user_code, verification_uri, verification_url, verification_uri_complete, expires_in,
      interval
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    func page(_ key: Keys) -> URL? {
      let text: String? = members.readable(key)
      guard let url = text.flatMap(URL.init(string:)), URLParts(url).isHTTP else { return nil }
      return Origin(url).scheme == "https" || Origin(url).isLoopback ? url : nil
    }
    device = members.readable(.device_code)
    user = members.readable(.user_code)
    // Google's name of the page is older than the RFC.
    self.page = page(members.contains(.verification_uri) ? .verification_uri : .verification_url)
    completePage = page(.verification_uri_complete)
    lifetime = members.seconds(.expires_in, atMost: 1e9)
    interval = members.seconds(.interval, atMost: 1e9)
  }
}

extension OAuthError.Code {
  /// The user has not entered the code of a device yet (RFC 8628 §3.5).
  public static let authorizationPending: Self = "authorization_pending"
  /// The server is asked too often whether the user has entered the code of a device (RFC 8628 §3.5).
  public static let slowDown: Self = "slow_down"
  /// The code of a device has expired (RFC 8628 §3.5).
  public static let expiredToken: Self = "expired_token"
  /// The API that the token is to be for is unknown or malformed (RFC 8707 §2).
  public static let invalidTarget: Self = "invalid_target"
}
