/// A credential that a layer added to a request, and how to add it to the requests that follow by redirects.
///
/// A credential may be for one URL only, as in Digest (RFC 7616 §3.4) and in signatures, so it cannot be sent along.
struct AppliedCredential: Sendable {
  /// The parts of a request that may contain a credential.
  private struct Head {
    let url: URL
    let headers: HTTPHeaders
  }

  let source: ScopedAuthenticator
  /// The user whose credential was added, as its source named it then; empty if nothing was added, nil if unknown.
  var user: String?
  // What was added is found by comparing the two, which only a redirect requires.
  private let original: Head
  private let signed: Head

  /// Creates the credential that is in `signed` but not in `original`.
  init(in signed: TransportRequest, of original: TransportRequest, from source: ScopedAuthenticator) {
    self.source = source
    self.original = Head(url: original.url, headers: original.headers)
    self.signed = Head(url: signed.url, headers: signed.headers)
    user = isEmpty ? "" : nil
  }

  /// Creates the credential of a user that an earlier request had.
  init(in request: TransportRequest, of user: String, from source: ScopedAuthenticator) {
    self.init(in: request, of: request, from: source)
    self.user = user
  }

  /// True if the request already had what the layer adds, or the layer had nothing to add.
  var isEmpty: Bool { signed.url == original.url && signed.headers == original.headers }

  /// The names of the header fields that were added or replaced.
  var names: Set<HTTPHeaderName> {
    Set(signed.headers.lazy.filter { !original.headers.contains($0) }.map(\.name))
  }

  /// Removes the credential from the URL and the header fields. The options keep the names that logs must hide, and forget a
  /// credential whose fields a later layer replaced or removed: what stands there now is that layer's, and stays.
  fileprivate func remove(from request: inout TransportRequest) {
    request.url = removed(from: request.url)
    let names = names
    guard !names.isEmpty else { return }
    guard names.allSatisfy({ request.headers.hasValues(of: signed.headers, for: $0) }) else {
      return request.options.appliedCredentials.removeAll { $0 == self }
    }
    request.headers = HTTPHeaders(
      request.headers.filter { !names.contains($0.name) }
        + original.headers.filter { names.contains($0.name) })
  }

  /// Puts the fields that were added or replaced into other ones.
  func add(to headers: inout HTTPHeaders) {
    let names = names
    guard !names.isEmpty else { return }
    headers.remove(Array(names))
    for field in signed.headers where names.contains(field.name) { headers.append(field) }
  }

  /// Returns a URL without the items of the query that were added.
  func removed(from url: URL) -> URL {
    guard signed.url != original.url else { return url }
    guard url != signed.url else { return original.url }
    let added = Set(Self.items(of: signed.url).map(Self.decoded))
      .subtracting(Self.items(of: original.url).map(Self.decoded))
    let found = Self.items(of: url)
    let others = found.filter { !added.contains(Self.decoded($0)) }
    guard others.count < found.count else { return url }
    return URLParts(url).replacing(.query, with: others.joined(separator: "&")) ?? url
  }

  /// The items of the query, as they are sent.
  private static func items(of url: URL) -> [Substring] {
    URLParts(url).query.utf8.split(separator: UInt8(ascii: "&")).map(Substring.init)
  }

  /// The name and value of an item, which a server may have escaped in another way than the request.
  private static func decoded(_ item: Substring) -> [QueryParams.Item] {
    QueryParams(encoded: String(item)).items
  }
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
    copy(self) { for credential in options.appliedCredentials.reversed() { credential.remove(from: &$0) } }
  }

  /// Returns a copy with the same credentials, each added anew in the order of the layers.
  func authenticatedAnew() async throws(NetworkRequestError) -> TransportRequest {
    guard !options.appliedCredentials.isEmpty else { return self }
    var result = self
    result.options.appliedCredentials = []
    for credential in options.appliedCredentials { result = try await credential.source.authenticate(result) }
    return result
  }
}

extension RequestOptions {
  /// Returns the target of a redirect without credentials, which a server may have copied from the URL of the request.
  func withoutAppliedCredentials(_ target: URL) -> URL {
    appliedCredentials.reversed().reduce(target) { $1.removed(from: $0) }
  }

  /// True if no layer adds a credential, because another origin chose the URL of the request.
  var withholdsCredentials: Bool {
    get { self[WithholdsCredentialsKey.self] }
    set { self[WithholdsCredentialsKey.self] = newValue }
  }

  /// The credentials that layers added, the outermost first.
  var appliedCredentials: [AppliedCredential] {
    get { self[AppliedCredentialsKey.self] }
    set { self[AppliedCredentialsKey.self] = newValue }
  }
}

private enum WithholdsCredentialsKey: RequestOptionKey { static let defaultValue = false }
private enum AppliedCredentialsKey: RequestOptionKey { static let defaultValue: [AppliedCredential] = [] }
