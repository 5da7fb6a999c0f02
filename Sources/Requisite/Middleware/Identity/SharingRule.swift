/// The one rule by which a response is kept for later calls, or shared with others: *only if it is known what was sent for
/// it, and nothing was sent that the key does not contain.*
///
/// The cache and deduplication ask it. What was sent is known from terminal transports, which note it in the record of the
/// call; a response proves nothing, because any layer may build one. All exchanges since the layer asked count: redirects,
/// attempts and second requests. Unknown is refused.
struct SharingRule: Sendable {
  /// The request that the key was made of.
  let request: TransportRequest
  /// The identity that is part of the key.
  let identity: CallIdentity
  /// The layers whose users are in the identity.
  let layers: IdentifyingLayers
  /// Further names of fields that do not tell users apart.
  let ignored: Set<HTTPHeaderName>

  /// Returns why the response must be neither kept nor shared; nil if it may be.
  ///
  /// - Parameters:
  ///   - exchanges: What was sent since the request was passed on.
  ///   - response: The response; nil if the call failed.
  func refusal(
    of exchanges: ArraySlice<Exchange>, endingIn response: TransportResponse?
  ) -> CacheDecision.Refusal? {
    guard !exchanges.isEmpty, response == nil || exchanges.contains(where: { $0.status == response?.status })
    else { return .unknownRequest }
    for exchange in exchanges where !isPlain(exchange) {
      if let refusal = refusal(of: exchange, response?.headers) { return refusal }
    }
    return nil
  }

  /// True if exactly the request was sent, as nearly always. All that ``refusal(of:_:)`` compares would be equal.
  private func isPlain(_ sent: Exchange) -> Bool {
    !sent.isRedirected && identity.cookie == nil && identity.users.allSatisfy(\.name.text.isEmpty)
      && sent.options.appliedCredentials.isEmpty && sent.method == request.method && !sent.hasBody
      && isOfURL(sent, []) && sent.headers.isIdentical(to: request.headers)
  }

  private func refusal(of sent: Exchange, _ response: HTTPHeaders?) -> CacheDecision.Refusal? {
    let credentials = sent.options.appliedCredentials
    let known = credentials.filter { credential in layers.sources.contains { $0 === credential.source } }
    guard hasUsers(sent, known), !hasUnknownCredential(sent, known) else { return .unknownUser }
    // What the key contains: the request, the cookies, and the credentials of the users.
    var expected = identity.fields(of: request)
    for credential in known { credential.add(to: &expected) }
    guard sent.method == request.method, !sent.hasBody, sent.isRedirected || isOfURL(sent, known) else {
      return .redirected
    }
    guard sent.headers.contains(.acceptEncoding) == request.headers.contains(.acceptEncoding) else {
      return .addedField(.acceptEncoding)
    }
    if let difference = difference(of: sent, from: expected) {
      return difference == .cookie ? .unknownUser : .addedField(difference)
    }
    // Fields that are alike for all users may differ, unless the response depends on them.
    guard !sent.isRedirected, let response,
      let varying = VaryingFields(vary: response, request: expected)
    else { return nil }
    return varying.firstDifference(in: sent.headers).map { .addedField($0) }
  }

  /// True if the exchange had the credentials of exactly the users that the key names. A redirect to another origin drops
  /// them.
  private func hasUsers(_ sent: Exchange, _ known: [AppliedCredential]) -> Bool {
    zip(layers.sources, identity.users).allSatisfy { source, user in
      guard let credential = known.last(where: { $0.source === source }) else {
        return sent.isRedirected || user.name.text.isEmpty
      }
      return credential.user.map { ExactText($0) == user.name } ?? false
    }
  }

  /// True if a layer inside that is not found added a credential, now or for a response that a cache inside had stored, whose
  /// exchange names the user alone.
  private func hasUnknownCredential(_ sent: Exchange, _ known: [AppliedCredential]) -> Bool {
    let outer = request.options.appliedCredentials
    return sent.options.appliedCredentials.contains { credential in
      credential.user != "" && !known.contains(credential) && !outer.contains(credential)
    }
  }

  /// True if the request was sent to the URL of the key, but for credentials in its query.
  private func isOfURL(_ sent: Exchange, _ known: [AppliedCredential]) -> Bool {
    let url = known.reversed().reduce(sent.url) { $1.removed(from: $0) }
    return ExactText(url.absoluteString) == ExactText(request.url.absoluteString)
  }

  /// Returns the first field that may tell users apart, and has other values than expected. After a redirect, which drops
  /// fields, one may be missing.
  private func difference(of sent: Exchange, from expected: HTTPHeaders) -> HTTPHeaderName? {
    func differs(_ field: HTTPHeader) -> Bool {
      separates(field) && !sent.headers.hasValues(of: expected, for: field.name)
    }
    return sent.headers.first(where: differs)?.name
      ?? (sent.isRedirected ? nil : expected.first(where: differs)?.name)
  }

  /// True if the field may tell users apart, or decides how the body is delivered.
  private func separates(_ field: HTTPHeader) -> Bool {
    field.separates(request, ignoring: ignored) || field.name == .range || field.name == .ifRange
  }
}

extension HTTPHeaders {
  /// True if the field has the same values in both, scalar by scalar and in the same order.
  func hasValues(of other: HTTPHeaders, for name: HTTPHeaderName) -> Bool {
    values(for: name).map(ExactText.init) == other.values(for: name).map(ExactText.init)
  }
}

// Which fields tell users apart.
extension HTTPHeader {
  /// True if the field may tell users apart: it is neither known to say nothing of a user nor the id of the call.
  func separates(_ request: TransportRequest, ignoring ignored: Set<HTTPHeaderName>) -> Bool {
    !name.isHarmless && !ignored.contains(name) && value != request.id.description
  }
}

/// Whose call a request is: what the layers further inside will add to it for a user.
///
/// A cache and deduplication answer a call before those layers see it. Two calls share a response only if their requests
/// and their identities are equal, and ``SharingRule`` allows it.
struct CallIdentity: Hashable, Sendable {
  /// The cookies that a jar will add, as the value of `Cookie`; nil for none.
  let cookie: HTTPHeader?
  /// The user of each authenticator, the outermost first.
  let users: [User]

  /// A user, and who named it: two authenticators may give one name to different things, such as a tenant and a member.
  struct User: Hashable, Sendable {
    /// The position of the authenticator among those of the stack, and its type.
    let source: String
    /// The user, as ``Authenticator/identity(of:)`` names it; empty where the authenticator adds nothing.
    let name: ExactText
  }

  /// The identity of a call to which nothing is added.
  static let none = CallIdentity(cookie: nil, users: [])

  /// The header fields of the request and the cookies that the jar will add.
  func fields(of request: TransportRequest) -> HTTPHeaders {
    var fields = request.headers
    if let cookie { fields.append(cookie) }
    return fields
  }
}

/// The layers within a transport that are known to add something to each request: authenticators, cookie jars and settings
/// of a server, the outermost first.
///
/// Each layer names the next one (``Transport/upstream``). Finding one lets more responses be shared; a layer that is not found
/// is noticed by what it adds (``SharingRule``).
struct IdentifyingLayers: Sendable {
  private(set) var sources: [ScopedAuthenticator] = []
  private var jar: CookieJar?
  /// The changes that are the same for every request of the stack.
  private var settings: [RequestEditingTransport] = []

  /// Finds the layers within a transport.
  init(in transport: some Transport) {
    var next: Any = transport
    while let layer = next as? any Transport {
      switch layer {
      case let layer as AuthenticationTransport: sources.append(layer.credentials)
      case let layer as CookieTransport: jar = jar ?? layer.jar
      case let layer as RequestEditingTransport where layer.isConstant: settings.append(layer)
      default: break
      }
      next = layer.upstream
    }
  }

  /// True if no layer adds anything to a request that stands for a user: then ``CallIdentity/none`` is its identity.
  func addNothing(to request: TransportRequest) -> Bool {
    sources.isEmpty && jar == nil && request.options.cookies == nil
  }

  /// Returns whose call a request is. Returns nil if an authenticator does not know, so that no response may be shared.
  func identity(of request: TransportRequest) async -> CallIdentity? {
    let cookies = (request.options.cookies ?? jar).flatMap { CookieExchange(jar: $0, request: request).added }
    guard cookies != nil || !sources.isEmpty else { return CallIdentity.none }
    var users: [CallIdentity.User] = []
    for (index, source) in sources.enumerated() {
      guard let user = await source.identity(of: request) else { return nil }
      users.append(CallIdentity.User(source: "\(index) \(source.name)", name: ExactText(user)))
    }
    return CallIdentity(cookie: cookies.map { HTTPHeader(.cookie, $0) }, users: users)
  }

  /// Returns the request with the settings of the stack.
  func applyingSettings(to request: TransportRequest) throws(NetworkRequestError) -> TransportRequest {
    var request = request
    for setting in settings { try setting.change(&request) }
    return request
  }
}
