/// The recommended stack of transports, as one list in one function.
///
/// ```swift
/// let client = APIClient(
///   baseURL: "https://api.example.com", stack: StandardStack())
///
/// var stack = StandardStack()
/// stack.cache = nil
/// stack.circuitBreaker = CircuitBreaker()
/// stack.authenticator = authenticator
/// stack.authenticatedOrigins = ["https://api.example.com"]
/// let other = APIClient(baseURL: "https://api.example.com", stack: stack)
/// ```
/// For another order, or for layers of your own, write such a list yourself: each layer is one function of
/// ``Transport``. A comment at each line gives the reason for its position; <doc:TheStack> explains the whole order.
public struct StandardStack: Sendable {
  /// The terminal transport, which connects to servers.
  public var terminal: any Transport
  /// The authenticator that signs requests; none by default.
  public var authenticator: (any Authenticator)?
  /// The origins that the authenticator's credential is for; none by default, so nothing is signed.
  public var authenticatedOrigins: [BaseURL] = []
  /// True if each attempt is a span of a distributed trace (``Transport/traced(isSampled:spanID:)``); false by default.
  public var isTraced = false
  /// The header field that contains the id of each call, such as `"X-Request-ID"`; none by default.
  public var requestIDField: HTTPHeaderName?
  /// The maximum number of calls to one host at a time; further calls wait. 64 by default: more than most servers want,
  /// and too few to run out of file descriptors. nil for no limit.
  public var concurrentCalls: Int? = 64
  /// The rate limit for each host, which the server announces in its responses and you can set as well; none by default.
  public var rateLimit: RateLimitRule?
  /// The time after which a second request is sent if the first has no response yet, for safe methods
  /// (``Transport/hedged(after:budget:clock:)``); nil by default, which sends no second request.
  public var hedgeDelay: Duration?
  /// The rule that refuses calls to a host that keeps failing; none by default.
  public var circuitBreaker: CircuitBreaker?
  /// The policy that decides which failures are followed by another attempt, and when; by default up to four
  /// attempts with growing waits. nil for one attempt.
  public var retry: (any RetryPolicy)? = .exponential()
  /// Whether the bodies of requests are compressed (``Transport/compressed(minimumSize:)``); false by default. Only for servers
  /// that are known to accept gzip.
  public var compressesBodies = false
  /// The store for cached responses; in memory by default, nil for no cache.
  public var cache: (any CacheStore)? = MemoryCacheStore()
  /// The choices of the cache that RFC 9111 leaves open; the defaults of ``CachePolicy`` by default.
  public var cachePolicy = CachePolicy()
  /// True if calls that are equal and at the same time share one response (``Transport/duplicatesRemoved(ignoring:)``); true by
  /// default.
  public var removesDuplicates = true
  /// The jar for cookies; none by default, so no cookie is sent.
  public var cookies: CookieJar?
  /// The observer that calls are logged to, outermost; none by default.
  public var log: (any CallObserver)?
  /// The observer that calls are reported to; none by default.
  public var observer: (any CallObserver)?

  /// Creates the stack on top of a terminal transport; the platform's own by default.
  public init(on terminal: any Transport = DefaultTransport.shared) {
    self.terminal = terminal
  }

  /// The stack as one transport.
  ///
  /// Each access creates a new stack with its own queues, limits and retry budget, so access it once and keep the
  /// result. The stacks share the cache, the jar and the authenticator.
  public var transport: any Transport {
    // Innermost is the terminal transport, which follows redirects: it sees every field that outer layers add before
    // the field leaves its origin.
    var stack = terminal
    // Inside of retry: every attempt is signed again.
    if let authenticator { stack = stack.authenticated(with: authenticator, forAll: authenticatedOrigins) }
    // Outside of authentication: a signature covers these fields. Inside of retry: every attempt is a span of its own.
    if isTraced { stack = stack.traced() }
    if let requestIDField { stack = stack.identified(by: requestIDField) }
    // Inside of retry: each attempt counts, and a call that waits for its next attempt occupies no slot.
    if let concurrentCalls { stack = stack.throttled(max: concurrentCalls, scope: .perHost) }
    // Outside of the throttle: a call that waits for the rate limit occupies no slot.
    switch rateLimit {
    case .byServer: stack = stack.rateLimitedByServer()
    case .calls(let count, per: let period): stack = stack.rateLimited(count, per: period)
    case nil: break
    }
    // Outside of the limits: a second request counts like any other.
    if let hedgeDelay { stack = stack.hedged(after: hedgeDelay) }
    // Inside of retry: the breaker counts attempts, and retry waits after a refusal. Outside of the queues:
    // a refusal is immediate.
    if let circuitBreaker { stack = stack.circuitBreaker(circuitBreaker) }
    // Inside of the cache: a stored response needs no attempt, and a stale response can replace the last failure.
    if let retry { stack = stack.retried(retry) }
    // Outside of retry: a body is compressed once for all attempts. Outside of authentication: a signature covers what is sent.
    if compressesBodies { stack = stack.compressed() }
    // Inside of dedupe: equal calls cause one cache look-up.
    if let cache { stack = stack.cached(in: cache, policy: cachePolicy) }
    // Inside of the log: each call is logged, shared or not.
    if removesDuplicates { stack = stack.duplicatesRemoved() }
    // Outside of dedupe and cache, which compare the cookies too.
    if let cookies { stack = stack.cookies(in: cookies) }
    if let observer { stack = stack.observed(by: observer) }
    // Outermost: the log shows what the caller receives.
    if let log { stack = stack.logged(to: log) }
    return stack
  }
}

extension StandardStack {
  /// A limit on the rate of calls.
  public enum RateLimitRule: Sendable, Hashable {
    /// A limit by the server's responses only
    /// (``Transport/rateLimitedByServer(scope:queue:maximumRetryAfter:quotas:clock:)``).
    case byServer

    /// A limit of `count` calls in each `period` to each host, and by the server's responses
    /// (``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:quotas:clock:)``).
    case calls(_ count: Int, per: Duration)
  }
}
