/// An authenticator that sends a key with each request, in a header field or in the query.
public struct APIKeyAuthenticator: Authenticator {
  /// The part of a request that carries the key.
  public enum KeyLocation: Sendable, Hashable {
    /// A header field with this name.
    case header(HTTPHeaderName)
    /// A query item with this name. Servers and proxies log URLs: prefer a header field if the server accepts one.
    case query(String)
  }

  private let location: KeyLocation
  private let fetch: @Sendable () async throws -> Secret

  /// Creates an authenticator that fetches the key for each call, for example from a keychain. If that is slow, cache the
  /// key.
  ///
  /// An error that `fetch` throws ends the call before anything is sent. It is mapped by
  /// ``NetworkRequestError/init(_:request:)``, usually to ``NetworkRequestError/unknownError(_:)``.
  public init(in location: KeyLocation, fetch: @escaping @Sendable () async throws -> Secret) {
    self.location = location
    self.fetch = fetch
  }

  /// Adds the key and hides it in logs, unless the request already has a header field or query item with that name.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    switch location {
    case .header(let name): try await adding(to: request, in: name)
    case .query(let name): try await adding(to: request, as: name)
    }
  }

  /// Returns the key of the request, or the key that `fetch` returns; nil if it throws.
  public func identity(of request: TransportRequest) async -> String? {
    let own =
      switch location {
      case .header(let name): request.headers[name]
      case .query(let name): Self.value(of: name, in: request)
      }
    if let own { return own }
    // The error fails the call itself.
    do { return try await fetch().revealed } catch { return nil }
  }

  private static func value(of name: String, in request: TransportRequest) -> String? {
    request.query.items.first { $0.name == name }?.value
  }

  private func adding(
    to request: TransportRequest, in name: HTTPHeaderName
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(name) else { return request }
    var request = request
    request.headers.append(HTTPHeader(name, try await key(for: request).revealed))
    request.options.redaction = request.options.redaction.hiding([name.rawValue])
    return request
  }

  private func adding(
    to request: TransportRequest, as name: String
  ) async throws(NetworkRequestError) -> TransportRequest {
    let parts = URLParts(request.url)
    guard !QueryParams(encoded: String(parts.query)).items.contains(where: { $0.name == name }) else {
      return request
    }
    let item = QueryParams(items: [.init(name, try await key(for: request).revealed)]).encoded
    let query = parts.query.isEmpty ? item : "\(parts.query)&\(item)"
    guard let url = parts.replacing(.query, with: query) else {
      let problem = "the key “\(name)” cannot be added to the query: check the URL of \(request)"
      throw .invalidRequest(InvalidRequest(.query, problem))
    }
    var request = request
    request.url = url
    request.options.redaction = request.options.redaction.hiding([name])
    return request
  }

  private func key(for request: TransportRequest) async throws(NetworkRequestError) -> Secret {
    do { return try await fetch() } catch { throw NetworkRequestError(error, request: request) }
  }
}

extension Authenticator where Self == APIKeyAuthenticator {
  /// Sends a key in a header field, for example `.apiKey(key, header: "X-Api-Key")`.
  public static func apiKey(_ key: String, header name: HTTPHeaderName) -> APIKeyAuthenticator {
    let key = Secret(key)
    return APIKeyAuthenticator(in: .header(name)) { key }
  }

  /// Sends a key in the query, for example `.apiKey(key, query: "api_key")`. See
  /// ``APIKeyAuthenticator/KeyLocation/query(_:)``.
  public static func apiKey(_ key: String, query name: String) -> APIKeyAuthenticator {
    let key = Secret(key)
    return APIKeyAuthenticator(in: .query(name)) { key }
  }
}
