/// Header fields that are secret.
///
/// They are fetched for each call from wherever they are kept, and sent to the environment's own origin alone: a
/// request that leaves it by a whole URL goes without.
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
