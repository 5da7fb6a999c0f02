/// The recommended stack of transports: one list, in one function.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example.com", transport: StandardStack().transport)
///
/// var stack = StandardStack()
/// stack.cache = nil
/// stack.authenticator = authenticator
/// stack.authenticatedOrigins = ["https://api.example.com"]
/// ```
/// For another order, or layers of your own, write such a list yourself: each layer is one verb on ``Transport``. Why
/// the order is what it is stands beside each line; <doc:TheStack> tells it at length.
public struct StandardStack: Sendable {
  /// What speaks to servers.
  public var terminal: any Transport
  /// What signs requests; nothing by default.
  public var authenticator: (any Authenticator)?
  /// The origins that the authenticator's credential is for; none by default, and then nothing is signed.
  public var authenticatedOrigins: [BaseURL] = []
  /// How many calls are with a server at a time, for each host; the others wait in line. 64 by default: more than a
  /// server is glad of, fewer than it takes to run out of file descriptors.
  public var concurrentCalls = 64
  /// Which failures are followed by another attempt, and when: three attempts with growing waits by default.
  public var retry: any RetryPolicy = .exponential()
  /// Where responses are kept; in memory by default, nil for nowhere.
  public var cache: (any CacheStore)? = MemoryCacheStore()
  /// Where cookies are kept; nowhere by default, and then none is sent.
  public var cookies: CookieJar?
  /// Where calls are logged; nowhere by default.
  public var log: (any LogSink)?
  /// Who is told of calls; nobody by default.
  public var observer: (any CallObserver)?

  /// Makes the stack on top of what speaks to servers: the platform's own transport by default.
  public init(on terminal: any Transport = DefaultTransport.shared) {
    self.terminal = terminal
  }

  /// The stack. Make it once and keep it: cache, queues, budgets and tokens are its own.
  public var transport: any Transport {
    // Innermost the terminal, which follows redirects: whatever outer layers add is seen before it leaves its origin.
    var stack = terminal
    // Inside of retry: every attempt is signed afresh.
    if let authenticator { stack = stack.authenticated(with: authenticator, forAll: authenticatedOrigins) }
    // Inside of retry: attempts count, and a wait between two holds no place.
    stack = stack.throttled(max: concurrentCalls, scope: .perHost)
    // Inside of the cache: what is stored needs no attempt, and stale responses can stand in for the last failure.
    stack = stack.retried(retry)
    // Inside of dedupe: many who ask for the same are one look-up.
    if let cache { stack = stack.cached(in: cache) }
    // Inside of the log: each call is logged, shared or not.
    stack = stack.duplicatesRemoved()
    // Outside of dedupe and cache: who has other cookies gets other responses.
    if let cookies { stack = stack.cookies(in: cookies) }
    if let observer { stack = stack.observed(by: observer) }
    // Outermost: what is logged is what the caller sees.
    if let log { stack = stack.logged(to: log) }
    return stack
  }
}
