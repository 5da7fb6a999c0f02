/// A credential that a layer added to a request, and how to add it to the requests that follow by redirects.
///
/// A credential may be for one URL only, as in Digest (RFC 7616 §3.4) and in signatures, so it cannot be sent along.
struct AppliedCredential: Sendable {
  private let source: any CredentialSource
  private let original: TransportRequest
  private let url: URL
  /// The items that were added to the query, as they are sent.
  private let items: Set<Substring>
  /// The names of the header fields that were added or replaced.
  private let names: Set<HTTPHeaderName>

  /// Creates the credential that is in `signed` but not in `original`.
  init(in signed: TransportRequest, of original: TransportRequest, from source: any CredentialSource) {
    self.source = source
    self.original = original
    url = signed.url
    items =
      url == original.url ? [] : Set(Self.items(of: url)).subtracting(Self.items(of: original.url))
    names = Set(signed.headers.lazy.filter { !original.headers.contains($0) }.map(\.name))
  }

  /// Removes the credential from the URL and the header fields. The options keep the names that logs must hide.
  fileprivate func remove(from request: inout TransportRequest) {
    request.url = removed(from: request.url)
    guard !names.isEmpty else { return }
    request.headers = HTTPHeaders(
      request.headers.filter { !names.contains($0.name) }
        + original.headers.filter { names.contains($0.name) })
  }

  fileprivate func removed(from url: URL) -> URL {
    guard url != self.url else { return original.url }
    guard !items.isEmpty else { return url }
    let found = Self.items(of: url)
    let others = found.filter { !items.contains($0) }
    guard others.count < found.count else { return url }
    return URLParts(url).replacing(.query, with: others.joined(separator: "&")) ?? url
  }

  private static func items(of url: URL) -> [Substring] { URLParts(url).query.split(separator: "&") }

  fileprivate func add(to request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    try await source.authenticate(request)
  }
}

/// The part of a layer that adds credentials, which tells its layer from others.
protocol CredentialSource: AnyObject, Sendable {
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest
}

extension AppliedCredential: Equatable {
  /// True if both are from one layer. Two calls of different layers must not share a response, even if neither was sent
  /// with a credential at first.
  static func == (left: AppliedCredential, right: AppliedCredential) -> Bool { left.source === right.source }
}

extension AppliedCredential: CustomReflectable {
  /// The names of the header fields, so that `dump` does not reveal a credential in the URL.
  var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}

extension TransportRequest {
  /// A copy without the credentials that layers added.
  var withoutAppliedCredentials: TransportRequest {
    var result = self
    for credential in options.appliedCredentials.reversed() { credential.remove(from: &result) }
    return result
  }

  /// Returns a copy with the same credentials, each added anew in the order of the layers.
  func authenticatedAnew() async throws(NetworkRequestError) -> TransportRequest {
    var result = self
    result.options.appliedCredentials = []
    for credential in options.appliedCredentials { result = try await credential.add(to: result) }
    return result
  }
}

extension RequestOptions {
  /// Returns the target of a redirect without credentials, which a server may have copied from the URL of the request.
  func withoutAppliedCredentials(_ target: URL) -> URL {
    appliedCredentials.reversed().reduce(target) { $1.removed(from: $0) }
  }

  /// The credentials that layers added, the outermost first.
  var appliedCredentials: [AppliedCredential] {
    get { self[AppliedCredentialsKey.self] }
    set { self[AppliedCredentialsKey.self] = newValue }
  }
}

private enum AppliedCredentialsKey: RequestOptionKey { static let defaultValue: [AppliedCredential] = [] }
