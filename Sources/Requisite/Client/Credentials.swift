/// Secret header fields of an environment, fetched for each call and sent to the environment's own origin alone: a
/// request that leaves it by a whole URL goes without.
///
/// *Credentials or an ``Authenticator``?* Credentials are a part of the environment and only add fields: for an API key, which
/// the whole stack then sees, so that a cache keeps the responses of two keys apart. An authenticator is a layer of the
/// stack and has the last word on each attempt: for what expires, is refreshed after a 401, signs the request, or answers a
/// challenge. Neither does the other's work; where both name one field, the credentials' value is there first and stays.
public struct Credentials: Sendable {
  private let fetch: @Sendable () async throws -> HTTPHeaders

  /// Makes credentials of a function that fetches them, as from a keychain or the process's environment.
  ///
  /// It is called for each call: keep what is slow to get. What it throws ends the call as
  /// ``NetworkRequestError/unknownError(_:)``, and nothing is sent.
  public init(_ fetch: @escaping @Sendable () async throws -> HTTPHeaders) {
    self.fetch = fetch
  }

  /// Adds the fields, unless the request has its own of the same name.
  func add(to request: inout TransportRequest, below base: BaseURL) async throws(NetworkRequestError) {
    guard base.isOrigin(of: request.url) else { return }
    let fields: HTTPHeaders
    do { fields = try await fetch() } catch { throw NetworkRequestError(error, request: request) }
    try fields.validate()
    request.headers = fields.merging(request.headers)
  }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
  /// Nothing of the secret.
  public var description: String { "Credentials <redacted>" }
  /// Nothing of the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
