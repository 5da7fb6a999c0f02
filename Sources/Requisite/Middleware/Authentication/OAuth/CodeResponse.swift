/// The URL that a user came back with from an authorization server (RFC 6749 §4.1.2).
struct CodeResponse {
  private let address: Substring
  private let query: QueryParams

  init(_ url: URL) {
    let text = url.absoluteString
    address = Self.address(of: text)
    query = QueryParams(encoded: url.query(percentEncoded: true) ?? "")
  }

  func grant(for request: AuthorizationCodeRequest) throws(AuthenticationFailure) -> OAuthGrant {
    guard address.utf8.elementsEqual(Self.address(of: request.redirectURI).utf8) else {
      throw malformed("leads to another address than was asked for")
    }
    guard let state = try value("state"), Secret(state) == request.state else {
      throw malformed("has another state: it does not answer this request")
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

  /// The one value of a parameter: none may come twice (§3.1).
  private func value(_ name: String) throws(AuthenticationFailure) -> String? {
    let values = query.values(for: name)
    guard values.count <= 1 else { throw malformed("has the parameter “\(name)” twice") }
    return values.first
  }

  private func malformed(_ problem: String) -> AuthenticationFailure {
    AuthenticationFailure(.malformedRedirect(problem))
  }

  private static func address(of text: String) -> Substring {
    Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }
}
