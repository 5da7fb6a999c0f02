/// Reads the metadata of APIs and authorization servers, each from its own origin, and trusts it for that API or issuer alone.
struct OAuthDiscovery {
  private typealias Document = (members: JSONValue.Object, location: String)

  let transport: any Transport
  let timeout: Duration

  /// Finds the server that an API names, in the metadata at a URL of its challenge or else at its well-known URLs.
  func server(
    of api: String, metadata: String?, scope: [String]?, issuer wanted: String?
  ) async throws(NetworkRequestError) -> OAuthServer {
    let url = try SecureEndpoint.url(api, named: "API")
    let api = String(url.absoluteString.prefix { $0 != "?" })
    let parts = URLParts(url)
    let known = [api, "\(parts.scheme)://\(parts.hostAndPort)"].map(Self.wellKnown)
    let (members, location) = try await document(
      at: metadata.map { [$0] } ?? known, namedBy: url, origin: Origin(url), of: api)
    guard let resource = members["resource"]?.string, Self.isResource(resource, of: api, at: location) else {
      throw refused("at \(location) is not for \(text(api)) (RFC 9728 §3.3)")
    }
    let issuers = members["authorization_servers"]?.array?.compactMap(\.string) ?? []
    guard let issuer = issuers.first(where: { wanted.map(ExactText.init) ?? ExactText($0) == ExactText($0) })
    else { throw refused("at \(location) does not name the authorization server \(text(wanted ?? ""))") }
    let scope = scope ?? members["scopes_supported"]?.array?.compactMap(\.string) ?? []
    return try await server(issuer, namedBy: url, resource: resource, scope: scope)
  }

  /// Finds a server by its issuer, which `source` named.
  func server(
    _ issuer: String, namedBy source: URL, resource: String?, scope: [String]
  ) async throws(NetworkRequestError) -> OAuthServer {
    let url = try secure(issuer, as: "issuer", namedBy: source)
    let parts = URLParts(url)
    guard parts.query.isEmpty, parts.userInfo == nil else {
      throw refused("names an issuer with a query or a user: \(text(issuer))")
    }
    let base = "\(parts.scheme)://\(parts.authority)"
    let path = parts.path.utf8.last == UInt8(ascii: "/") ? parts.path.dropLast() : parts.path
    let openID = "/.well-known/openid-configuration"
    let locations = ["\(base)/.well-known/oauth-authorization-server\(path)", "\(base)\(openID)\(path)"]
    let (members, location) = try await document(
      at: path.isEmpty ? locations : locations + ["\(base)\(path)\(openID)"], namedBy: source,
      origin: Origin(url),
      of: issuer)
    guard let named = members["issuer"]?.string, ExactText(named) == ExactText(issuer) else {
      let other = text(members["issuer"]?.string ?? "")
      throw refused("at \(location) is of the issuer \(other), not of \(text(issuer)) (RFC 8414 §3.3)")
    }
    func endpoint(_ name: String) throws(NetworkRequestError) -> String? {
      guard let endpoint = members[name]?.string else { return nil }
      return try secure(endpoint, as: name, namedBy: source).absoluteString
    }
    guard let tokens = try endpoint("token_endpoint") else {
      throw refused("at \(location) has no token_endpoint")
    }
    return OAuthServer(
      issuer: issuer, tokenEndpoint: tokens, authorizationEndpoint: try endpoint("authorization_endpoint"),
      deviceEndpoint: try endpoint("device_authorization_endpoint"), resource: resource, scope: scope,
      namesItself: members["authorization_response_iss_parameter_supported"]?.bool == true)
  }

  /// Returns the first document that is there. A status 4xx says that none is there.
  private func document(
    at locations: [String], namedBy source: URL, origin: Origin, of owner: String
  ) async throws(NetworkRequestError) -> Document {
    for location in locations {
      let url = try secure(location, as: "metadata", namedBy: source)
      guard Origin(url) == origin else {
        throw refused("at \(url.printable) has another origin than \(text(owner)), which it is to describe")
      }
      var options = RequestOptions(timeout: timeout, maximumBodySize: 1 << 20).with(\.redirects, .none)
      options.withholdsCredentials = true
      let request = TransportRequest(url: url, headers: [.accept: "application/json"], options: options)
      let response = try await transport.send(request)
      if (400..<500).contains(response.status), response.status != 429 { continue }
      if Redirection.isRedirect(response.status) {
        throw refused(
          "at \(location) is a redirect to \(text(response.headers[.location] ?? "")), which is not followed")
      }
      guard response.status == 200 else {
        throw NetworkRequestError(status: NetworkResponse(response, to: request))
      }
      guard case .data(let data) = response.body, let members = Self.object(data) else {
        throw refused("at \(location) is not a JSON object")
      }
      return (members, location)
    }
    throw refused("of \(text(owner)) is at none of \(locations.joined(separator: ", "))")
  }

  /// Checks a URL that `source` named: `https` leads to no `http`, not even on this machine.
  private func secure(
    _ text: String, as name: String, namedBy source: URL
  ) throws(NetworkRequestError) -> URL {
    let url = try SecureEndpoint.url(text, named: name)
    guard Origin(url).scheme == "https" || Origin(source).scheme == "http" else {
      throw refused("leads from https to http, by the \(name) \(url.printable)")
    }
    return url
  }

  /// The well-known URL of the metadata of an API (RFC 9728 §3.1).
  private static func wellKnown(of api: String) -> String {
    let parts = URLParts(api[...])
    let path = parts.path == "/" ? "" : parts.path
    return "\(parts.scheme)://\(parts.hostAndPort)/.well-known/oauth-protected-resource\(path)"
  }

  /// True if metadata at `location` may describe the API as `resource`: by the API's own URL, or by a URL above it at whose well-known
  /// URL the metadata is.
  private static func isResource(_ resource: String, of api: String, at location: String) -> Bool {
    guard !resource.utf8.contains(where: "?#@".utf8.contains) else { return false }
    let (name, called) = (URLParts.normalizedAddress(of: resource), URLParts.normalizedAddress(of: api))
    if name.utf8.elementsEqual(called.utf8) { return true }
    let base = name.utf8.last == UInt8(ascii: "/") ? name : "\(name)/"
    return called.utf8.starts(with: base.utf8)
      && URLParts.normalizedAddress(of: wellKnown(of: resource)) == URLParts.normalizedAddress(of: location)
  }

  /// Nil if the text is not a JSON object. The decoder's error is dropped, because it may quote the response.
  private static func object(_ data: Data) -> JSONValue.Object? {
    do { return try JSONValue(json: data).object } catch { return nil }
  }

  private func text(_ text: String) -> String {
    "“\(OneLine.text(Redaction.standard.malformedURL(text)).prefix(200))”"
  }

  private func refused(_ problem: String) -> NetworkRequestError {
    .authenticationFailed(AuthenticationFailure(.untrustedMetadata(problem)))
  }
}
