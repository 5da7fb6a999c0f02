/// What a cache decides where RFC 9111 leaves it the choice.
public struct CachePolicy: Sendable {
  /// The name of the cache in `Cache-Status` (RFC 9211); a token. “Requisite” by default.
  public var name: String
  /// Which part of the time since its last change a response is fresh where the server does not say for how long
  /// (RFC 9111 §4.2.2). A tenth by default, as the RFC proposes; 0 for no guesses.
  public var heuristicFraction: Double
  /// The longest time that is guessed. A day by default: what has not changed in years may change tomorrow.
  public var heuristicLimit: Duration
  /// Fields of a request that tell who asks: `Authorization`, `Cookie` and `X-Api-Key` by default.
  ///
  /// A response to a request with such fields is used only for requests with the same: in a process that speaks for many
  /// users, none sees what was meant for another. (The RFC asks that of caches that are shared.) Only their hash is
  /// kept. The cookies of a ``CookieJar`` count as a `Cookie` field does, where ``Transport/cookies(in:)`` stands outside
  /// of the cache. Credentials that are added further inside, by an authenticator, are not seen here: see
  /// ``RequestOptions/cachePartition``.
  public var identifyingFields: Set<HTTPHeaderName>

  /// Makes a policy; see the properties for the defaults.
  public init(
    name: String = "Requisite", heuristicFraction: Double = 0.1, heuristicLimit: Duration = .seconds(86_400),
    identifyingFields: Set<HTTPHeaderName> = [.authorization, .cookie, "X-Api-Key"]
  ) {
    self.name = Token.isValid(name) ? name : "Requisite"
    self.heuristicFraction = heuristicFraction
    self.heuristicLimit = heuristicLimit
    self.identifyingFields = identifyingFields
  }
}
