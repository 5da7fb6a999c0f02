/// Whose call a request is: what the layers further inside will add to it for a user.
///
/// A cache and deduplication answer a call before those layers see it. Two calls share a response only if their requests
/// and their identities are equal.
struct CallIdentity: Hashable, Sendable {
  /// The cookies that a jar will add, as the value of `Cookie`; nil for none.
  let cookie: HTTPHeader?
  /// The user of each authenticator, as ``Authenticator/identity(of:)`` names it; empty where it adds nothing.
  let users: [ExactText]

  /// The identity of a call to which nothing is added.
  static let none = CallIdentity(cookie: nil, users: [])

  /// The header fields of the request and the cookies that the jar will add.
  func fields(of request: TransportRequest) -> HTTPHeaders {
    var fields = request.headers
    if let cookie { fields.append(cookie) }
    return fields
  }
}

/// The layers within a transport that add what stands for a user: authenticators and cookie jars.
struct IdentifyingLayers: Sendable {
  var sources: [any CredentialSource] = []
  var jar: CookieJar?

  /// Finds the layers within a transport, through the stored properties of structures. Those that it cannot find, such as
  /// within a class, are noticed by what they add: see ``haveSent(_:_:to:)``.
  init(in transport: some Transport) {
    add(transport)
  }

  private mutating func add(_ transport: any Transport) {
    (transport as? any IdentifyingTransport)?.announce(to: &self)
    let mirror = Mirror(reflecting: transport)
    guard mirror.displayStyle != .class else { return }
    for (_, part) in mirror.children {
      if let upstream = part as? any Transport { add(upstream) }
    }
  }

  /// True if no layer adds anything to a request that stands for a user: then ``CallIdentity/none`` is its identity.
  func addNothing(to request: TransportRequest) -> Bool {
    sources.isEmpty && jar == nil && request.options.cookies == nil
  }

  /// Returns whose call a request is. Returns nil if an authenticator does not know, so that no response may be shared.
  func identity(of request: TransportRequest) async -> CallIdentity? {
    let cookies = (request.options.cookies ?? jar).flatMap { CookieExchange(request, $0).added }
    guard cookies != nil || !sources.isEmpty else { return CallIdentity.none }
    var users: [ExactText] = []
    for source in sources {
      guard let user = await source.identity(of: request) else { return nil }
      users.append(ExactText(user))
    }
    return CallIdentity(cookie: cookies.map { HTTPHeader(.cookie, $0) }, users: users)
  }

  /// Returns true if the request that led to a response had exactly the cookies and the users of the identity. The user may
  /// have changed since the identity was asked for.
  func haveSent(_ identity: CallIdentity, _ response: TransportResponse, to request: TransportRequest) async
    -> Bool
  {
    guard let sent = response.sent else { return true }
    guard Self.cookies(of: identity, agreeWith: sent, to: request) else { return false }
    for credential in sent.options.appliedCredentials.dropFirst(request.options.appliedCredentials.count)
    where !credential.isEmpty {
      guard let index = sources.firstIndex(where: { $0 === credential.source }),
        let user = await credential.source.identity(of: sent), identity.users[index] == ExactText(user)
      else { return false }
    }
    return true
  }

  /// True if a request was sent with the cookies of the identity.
  static func cookies(
    of identity: CallIdentity, agreeWith sent: TransportRequest, to request: TransportRequest
  ) -> Bool {
    let expected = identity.fields(of: request).values(for: .cookie).map(ExactText.init)
    return sent.headers.values(for: .cookie).map(ExactText.init) == expected
  }
}

/// A layer that adds what stands for a user.
protocol IdentifyingTransport: Transport {
  func announce(to layers: inout IdentifyingLayers)
}
