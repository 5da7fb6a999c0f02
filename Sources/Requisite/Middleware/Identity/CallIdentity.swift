/// Whose call a request is: what the layers further inside will add to it for a user.
///
/// A cache and deduplication answer a call before those layers see it. Two calls share a response only if their requests
/// and their identities are equal, and ``SharingRule`` allows it.
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

/// The layers within a transport that are known to add something to each request: authenticators, cookie jars and settings
/// of a server.
///
/// They are found by reflection, through the stored properties of structures. Finding one lets more responses be shared; a
/// layer that is not found is noticed by what it adds (``SharingRule``).
struct IdentifyingLayers: Sendable {
  var sources: [any CredentialSource] = []
  var jar: CookieJar?
  /// The changes that are the same for every request of the stack, the outermost first.
  var settings: [any ConstantSetting] = []

  /// Finds the layers within a transport.
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

  /// Returns the request with the settings of the stack.
  func applyingSettings(to request: TransportRequest) throws(NetworkRequestError) -> TransportRequest {
    var request = request
    for setting in settings { try setting.apply(to: &request) }
    return request
  }
}

/// A change that is the same for every request. A protocol, because an array of functions with typed errors needs a runtime
/// that is younger than the oldest systems.
protocol ConstantSetting: Sendable {
  func apply(to request: inout TransportRequest) throws(NetworkRequestError)
}

/// A layer that is known to add something to each request.
protocol IdentifyingTransport: Transport {
  func announce(to layers: inout IdentifyingLayers)
}
