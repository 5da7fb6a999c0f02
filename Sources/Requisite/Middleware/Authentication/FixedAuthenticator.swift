/// An authenticator that sends a key, a password or a token with each request, in a header field or in the query, without
/// waiting for a challenge.
public struct FixedAuthenticator: Authenticator {
  /// The part of a request that carries the credential.
  public enum Location: Sendable, Hashable {
    /// A header field with this name.
    case header(HTTPHeaderName)
    /// A query item with this name. Servers and proxies log URLs: prefer a header field if the server accepts one.
    case query(String)
  }

  private let location: Location
  private let fetch: @Sendable () async throws -> Secret

  /// Creates an authenticator that fetches the credential for each call, for example from a keychain: when the call begins, to
  /// know whose it is, and for each request. If that is slow, cache the credential. A call fails if the credential has changed
  /// since it began.
  ///
  /// An error that `fetch` throws ends the call before anything is sent. It is mapped by
  /// ``NetworkRequestError/init(_:request:)``, usually to ``NetworkRequestError/unknownError(_:)``.
  public init(in location: Location, fetch: @escaping @Sendable () async throws -> Secret) {
    self.location = location
    self.fetch = fetch
  }

  /// Adds the credential and hides it in logs, unless the request already has a header field or query item with that name.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    switch location {
    case .header(let name): try await adding(to: request, in: name)
    case .query(let name): try await adding(to: request, as: name)
    }
  }

  /// Returns a hash of the location and of the credential that was added to the request, or of the one that `fetch` returns;
  /// nil if it throws. Empty if the request has a credential of its own, which tells it apart already.
  public func identity(of request: TransportRequest) async -> String? {
    let (part, own) =
      switch location {
      case .header(let name): ("header \(ASCII.lowercased(name.rawValue))", request.headers[name])
      case .query(let name): ("query \(name)", request.query[name])
      }
    func hash(_ credential: String) -> String {
      SHA256.hexadecimal("\(part.utf8.count):\(part):\(credential)")
    }
    if let own { return request.options.appliedCredentials.isEmpty ? "" : hash(own) }
    // The error fails the call itself.
    do { return hash(try await fetch().revealed) } catch { return nil }
  }

  private func adding(
    to request: TransportRequest, in name: HTTPHeaderName
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(name) else { return request }
    var request = request
    request.headers.append(HTTPHeader(name, try await key(for: request).revealed))
    return hiding(name.rawValue, in: request)
  }

  private func adding(
    to request: TransportRequest, as name: String
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.query.items.contains(where: { $0.name == name }) else { return request }
    let parts = URLParts(request.url)
    let item = QueryParams(items: [.init(name, try await key(for: request).revealed)]).encoded
    let query = parts.query.isEmpty ? item : "\(parts.query)&\(item)"
    guard let url = parts.replacing(.query, with: query) else {
      throw .invalidRequest(
        .query, "the key “\(name)” cannot be added to the query: check the URL of \(request)")
    }
    var request = request
    request.url = url
    return hiding(name, in: request)
  }

  private func hiding(_ name: String, in request: consuming TransportRequest) -> TransportRequest {
    guard !request.options.redaction.hidesValue(of: name) else { return request }
    request.options.redaction = request.options.redaction.hiding([name])
    return request
  }

  private func key(for request: TransportRequest) async throws(NetworkRequestError) -> Secret {
    do { return try await fetch() } catch { throw NetworkRequestError(error, request: request) }
  }
}

extension Authenticator where Self == FixedAuthenticator {
  /// Sends a user name and a password in UTF-8 (RFC 7617).
  ///
  /// Anyone who can read the request can read both: use `https`. A user name that contains a colon, or a control
  /// character in either text, fails each call with ``NetworkRequestError/invalidRequest(_:)``, as RFC 7617 §2 requires.
  public static func basic(user: String, password: String) -> FixedAuthenticator {
    let problem = Authorization.problem(user, password)
    let credential = Secret(Authorization.basic(user: user, password: password).headerValue)
    return FixedAuthenticator(in: .header(.authorization)) {
      if let problem { throw NetworkRequestError.invalidRequest(.header, problem) }
      return credential
    }
  }

  /// Sends a token that never changes (RFC 6750). For a token that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> FixedAuthenticator {
    .fixed(.bearer(token))
  }

  /// Sends a token that never changes (RFC 6750), from a ``Secret``.
  public static func bearer(_ token: Secret) -> FixedAuthenticator {
    bearer(token.revealed)
  }

  /// Sends a credential of any other scheme, unchanged.
  public static func fixed(_ authorization: Authorization) -> FixedAuthenticator {
    let credential = Secret(authorization.headerValue)
    return FixedAuthenticator(in: .header(.authorization)) { credential }
  }

  /// Sends a key in a header field, for example `.apiKey(key, header: "X-Api-Key")`.
  public static func apiKey(_ key: String, header name: HTTPHeaderName) -> FixedAuthenticator {
    let key = Secret(key)
    return FixedAuthenticator(in: .header(name)) { key }
  }

  /// Sends a key in the query, for example `.apiKey(key, query: "api_key")`. See
  /// ``FixedAuthenticator/Location/query(_:)``.
  public static func apiKey(_ key: String, query name: String) -> FixedAuthenticator {
    let key = Secret(key)
    return FixedAuthenticator(in: .query(name)) { key }
  }
}
