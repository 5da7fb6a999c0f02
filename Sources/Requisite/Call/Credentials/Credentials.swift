/// Secret header fields of an environment, fetched for each call and sent only to the environment's own origin.
///
/// A request with a whole URL at another origin is sent without them.
///
/// *Credentials or an ``Authenticator``?* Credentials are part of the environment and only add fields. Use them for an API
/// key: the whole stack sees the fields, so a cache keeps the responses for two keys apart. An authenticator is a layer of
/// the stack that changes each attempt. Use one for a credential that expires, is refreshed after a 401, signs the request
/// or answers a challenge. If both set one field, the value from the credentials is there first and is kept.
public struct Credentials: Sendable {
  private let fetch: @Sendable () async throws -> HTTPHeaders
  /// The URL to whose origin they are sent; nil before an environment has them.
  private var base: BaseURL?

  /// Creates credentials from a function that fetches them, such as from a keychain or the process's environment.
  ///
  /// The function runs for each call to the environment's own origin, so cache values that are slow to get. If it
  /// throws, nothing is sent and the call fails with the case that ``NetworkRequestError/init(_:request:)`` creates:
  /// ``NetworkRequestError/authenticationFailed(_:)`` for an ``AuthenticationFailure``, such as
  /// `AuthenticationFailure(.noToken)` if the user has to log in, and ``NetworkRequestError/unknownError(_:)`` for an error type of
  /// your own.
  public init(_ fetch: @escaping @Sendable () async throws -> HTTPHeaders) {
    self.fetch = fetch
  }

  /// A bearer token (RFC 6750), as in `APIClient(baseURL: url, credentials: .bearer(token))`.
  ///
  /// It never changes. For a token that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> Credentials {
    Credentials { [.authorization(.bearer(token))] }
  }

  /// A user name and a password in UTF-8 (RFC 7617).
  ///
  /// A user name that contains a colon, or a control character in either text, fails each call with
  /// ``NetworkRequestError/invalidRequest(_:)``.
  public static func basic(user: String, password: String) -> Credentials {
    let problem = Authorization.problem(user, password)
    return Credentials {
      if let problem { throw NetworkRequestError.invalidRequest(.header, problem) }
      return [.authorization(.basic(user: user, password: password))]
    }
  }

  /// A key in a header field, as in `.apiKey(key, header: "X-Api-Key")`.
  ///
  /// For a key in the query, see ``Authenticator/apiKey(_:query:)``.
  public static func apiKey(_ key: String, header name: HTTPHeaderName) -> Credentials {
    Credentials { [HTTPHeader(name, key)] }
  }

  /// Returns the credentials for the origin of a base URL.
  func below(_ base: BaseURL) -> Credentials { copy(self) { $0.base = base } }

  /// Adds the fields that the request does not have, if it goes to the origin that they are for. Their values are redacted,
  /// whatever their names.
  func add(to request: inout TransportRequest) async throws(NetworkRequestError) {
    guard base?.isOrigin(of: request.url) == true else { return }
    let fields: HTTPHeaders
    do { fields = try await fetch() } catch { throw NetworkRequestError(error, request: request) }
    try fields.validate()
    request.headers = fields.merging(request.headers)
    request.options.redaction = request.options.redaction.hiding(Set(fields.map(\.name.rawValue)))
  }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
  /// A text without the secret fields.
  public var description: String { "Credentials <redacted>" }
  /// A text without the secret fields.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransportRequest {
  /// Returns the request with the credentials of the environment, fetched now.
  func addingCredentials() async throws(NetworkRequestError) -> TransportRequest {
    guard let credentials else { return self }
    var request = copy(self) { $0.credentials = nil }
    try await credentials.add(to: &request)
    return request
  }
}
