/// The recommended stack of transports: one list, in one function.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com", transport: StandardStack().transport)
///
/// var stack = StandardStack()
/// stack.cache = nil
/// stack.circuitBreaker = CircuitBreaker()
/// stack.authenticator = authenticator
/// stack.authenticatedOrigins = ["https://api.example.com"]
/// ```
/// For another order, or layers of your own, write such a list yourself: each layer is one verb on ``Transport``. The
/// reason for the order stands beside each line; <doc:TheStack> explains it in full.
public struct StandardStack: Sendable {
  /// The transport that speaks to servers.
  public var terminal: any Transport
  /// The authenticator that signs requests; none by default.
  public var authenticator: (any Authenticator)?
  /// The origins that the authenticator's credential is for; none by default, and then nothing is signed.
  public var authenticatedOrigins: [BaseURL] = []
  /// Whether each attempt is a span of a distributed trace (``Transport/traced(isSampled:spanID:)``); false by default.
  public var isTraced = false
  /// The header field that carries the id of each call, as in `"X-Request-ID"`; none by default.
  public var requestIDField: HTTPHeaderName?
  /// How many calls are with a server at a time, for each host; the others wait in line. 64 by default: more than a
  /// server is glad of, fewer than it takes to run out of file descriptors.
  public var concurrentCalls = 64
  /// The rate at which requests go to each host: the server's by its responses, or one of your own as well; none by default.
  public var rateLimit: RateLimitRule?
  /// The time after which a second request is sent where the first one has no response yet, for safe methods
  /// (``Transport/hedged(after:budget:clock:)``); nil, no second request, by default.
  public var hedgeDelay: Duration?
  /// When calls to a host that keeps failing are refused; never by default.
  public var circuitBreaker: CircuitBreaker?
  /// Which failures are followed by another attempt, and when: four attempts with growing waits by default.
  public var retry: any RetryPolicy = .exponential()
  /// The store that responses are kept in; in memory by default, nil for no cache.
  public var cache: (any CacheStore)? = MemoryCacheStore()
  /// The jar that cookies are kept in; none by default, and then no cookie is sent.
  public var cookies: CookieJar?
  /// The sink that calls are logged to; none by default.
  public var log: (any LogSink)?
  /// The observer that calls are reported to; none by default.
  public var observer: (any CallObserver)?

  /// Makes the stack on top of a terminal: the platform's own transport by default.
  public init(on terminal: any Transport = DefaultTransport.shared) {
    self.terminal = terminal
  }

  /// The stack. Make it once and keep it: cache, queues, budgets and tokens are its own.
  public var transport: any Transport {
    // Innermost the terminal, which follows redirects: whatever outer layers add is seen before it leaves its origin.
    var stack = terminal
    // Inside of retry: every attempt is signed afresh.
    if let authenticator { stack = stack.authenticated(with: authenticator, forAll: authenticatedOrigins) }
    // Outside of authentication: a signature covers these fields. Inside of retry: every attempt is a span of its own.
    if isTraced { stack = stack.traced() }
    if let requestIDField { stack = stack.identified(by: requestIDField) }
    // Inside of retry: attempts count, and a wait between two holds no place.
    stack = stack.throttled(max: concurrentCalls, scope: .perHost)
    // Outside of the throttle: a call that waits for the rate holds no place.
    if let rateLimit { stack = rateLimit.limiting(stack) }
    // Outside of limits: a second request counts as any other.
    if let hedgeDelay { stack = stack.hedged(after: hedgeDelay) }
    // Inside of retry: attempts are counted, and a refusal is waited for. Outside of queues: a refusal is immediate.
    if let circuitBreaker { stack = circuitBreaker.guarding(stack) }
    // Inside of the cache: what is stored needs no attempt, and stale responses can stand in for the last failure.
    stack = stack.retried(retry)
    // Inside of dedupe: equal calls make one look-up.
    if let cache { stack = stack.cached(in: cache) }
    // Inside of the log: each call is logged, shared or not.
    stack = stack.duplicatesRemoved()
    // Outside of dedupe and cache: calls with other cookies get other responses.
    if let cookies { stack = stack.cookies(in: cookies) }
    if let observer { stack = stack.observed(by: observer) }
    // Outermost: what is logged is what the caller sees.
    if let log { stack = stack.logged(to: log) }
    return stack
  }
}
