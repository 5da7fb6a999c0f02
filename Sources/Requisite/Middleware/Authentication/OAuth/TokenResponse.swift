/// The response of a token endpoint (RFC 6749 §5).
struct TokenResponse {
  enum Problem: Error {
    case failed(AuthenticationFailure.Reason)
    /// An error response without an OAuth error in it: only its status is known.
    case status
  }

  let status: Int
  let data: Data
  let time: Date

  func token() throws(Problem) -> AccessToken {
    let members = members
    if let code = members?.error, members?.accessToken == nil || !isSuccess {
      throw .failed(
        .tokenRefused(
          OAuthError(
            .init(rawValue: code), explanation: members?.errorDescription, page: members?.errorURI,
            status: status)))
    }
    guard isSuccess else { throw .status }
    guard let members else {
      throw malformed("is not a JSON object with the members that RFC 6749 §5.1 names")
    }
    guard let value = members.accessToken, !value.isEmpty else { throw malformed("has no access_token") }
    guard let type = members.tokenType else { throw malformed("has no token_type") }
    guard ASCII.equalIgnoringCase(type, "Bearer") else {
      throw malformed("has a token_type that is not Bearer")
    }
    return AccessToken(
      Secret(value), refreshToken: members.refreshToken.map(Secret.init),
      expiry: members.expiresIn.map { time.addingTimeInterval($0.seconds) },
      scope: members.scope?.split(separator: " ").map(String.init) ?? [])
  }

  private var isSuccess: Bool { (200..<300).contains(status) }

  /// Nil if decoding fails. The decoder's error is dropped, because it may quote the response.
  private var members: Members? {
    do { return try JSONCoding().decode(Members.self, from: data) } catch { return nil }
  }

  private func malformed(_ problem: String) -> Problem { .failed(.malformedTokenResponse(problem)) }

  private struct Members: Decodable {
    let accessToken: String?
    let tokenType: String?
    let refreshToken: String?
    let expiresIn: Seconds?
    let scope: String?
    let error: String?
    let errorDescription: String?
    let errorURI: String?

    enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
      case scope
      case error
      case errorDescription = "error_description"
      case errorURI = "error_uri"
    }
  }

  /// A number of seconds; some servers write it as a string.
  private struct Seconds: Decodable {
    let seconds: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let seconds: Double?
      do { seconds = try container.decode(Double.self) } catch {
        seconds = Double(try container.decode(String.self))
      }
      guard let seconds, (0...1e10).contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected a number of seconds")
      }
      self.seconds = seconds
    }
  }
}
