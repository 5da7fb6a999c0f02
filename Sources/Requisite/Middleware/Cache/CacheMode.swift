/// The way in which one call uses the cache: named request directives of `Cache-Control` (RFC 9111 §5.2.1).
///
/// ```swift
/// struct FindTodos: Request {
///   typealias ReturnType = [Todo]
///   let path = "/todos"
///   let options = RequestOptions().with(\.cache, .preferStale)
/// }
/// ```
/// The directives are also sent to the server, and so to the caches on the way. Directives in the request's own
/// `Cache-Control` apply as well; of two numbers, the stricter one.
public struct CacheMode: Sendable, Hashable {
  /// The directives as they are sent; empty for the standard mode.
  public let directives: String
  /// True if no stored response may be used.
  let ignoresStored: Bool
  let control: CacheControl

  private init(_ directives: String, ignoresStored: Bool = false) {
    self.directives = directives
    self.ignoresStored = ignoresStored
    var control = CacheControl()
    control.add(directives)
    self.control = control
  }

  /// The mode in which no stored response answers: the server does, or nothing in a mode that may not ask it.
  var ignoringStored: CacheMode {
    guard !ignoresStored else { return self }
    return control.onlyIfCached ? CacheMode("no-store, only-if-cached", ignoresStored: true) : .noStore
  }

  /// Follows the server's and the request's own header fields.
  public static let standard = CacheMode("")
  /// Fetches the response from the server and stores it (`no-cache`).
  public static let reload = CacheMode("no-cache", ignoresStored: true)
  /// Asks the server whether the stored response is still valid, unless that is immutable and fresh (`max-age=0`).
  public static let revalidate = CacheMode("max-age=0")
  /// Answers from the cache, or with a 504 if no stored response can be used (`only-if-cached`). Nothing is sent.
  public static let onlyIfCached = CacheMode("only-if-cached")
  /// Answers from the cache, even with a stale response, or with a 504 (`only-if-cached, max-stale`). Nothing is sent.
  ///
  /// A response that the server must confirm first (`no-cache`, or `must-revalidate` once it is stale) is not used.
  public static let offline = CacheMode("only-if-cached, max-stale")
  /// Answers from the cache, even with a stale response, and asks the server if nothing is stored (`max-stale`).
  ///
  /// The server is also asked about a response that it must confirm first (`no-cache`, or `must-revalidate` once it is stale).
  public static let preferStale = CacheMode("max-stale")
  /// Neither answers from the cache nor stores the response (`no-store`).
  public static let noStore = CacheMode("no-store", ignoresStored: true)

  /// Uses a stored response that is younger than this age, in whole seconds (`max-age`).
  public static func maximumAge(_ age: Duration) -> CacheMode { CacheMode("max-age=\(age.deltaSeconds)") }
  /// Uses a stored response that stays fresh for at least this time, in whole seconds (`min-fresh`).
  public static func minimumFreshness(_ time: Duration) -> CacheMode {
    CacheMode("min-fresh=\(time.deltaSeconds)")
  }
  /// Uses a stored response that has been stale for at most this time, in whole seconds (`max-stale`).
  public static func maximumStaleness(_ time: Duration) -> CacheMode {
    CacheMode("max-stale=\(time.deltaSeconds)")
  }
  /// Uses a stored response that has been stale for at most this time, in whole seconds, if the server cannot be reached
  /// or fails (`stale-if-error`, RFC 5861 §4).
  public static func staleIfError(_ time: Duration) -> CacheMode {
    CacheMode("stale-if-error=\(time.deltaSeconds)")
  }
}

extension Duration {
  fileprivate var deltaSeconds: Int64 {
    min(max(0, bounded.components.seconds), DeltaSeconds.unlimited)
  }
}

extension RequestOptions {
  /// How the call uses the cache of a stack with ``Transport/cached(in:policy:onStoreFailure:clock:)``;
  /// ``CacheMode/standard`` by default. It has no effect without a cache in the stack.
  public var cache: CacheMode {
    get { self[CacheModeKey.self] }
    set { self[CacheModeKey.self] = newValue }
  }

  /// A name that separates stored responses, and calls that ``Transport/duplicatesRemoved(ignoring:)`` would join; nil by
  /// default.
  ///
  /// A response that is stored under one name is not used under another. Users are distinguished without it
  /// (``CachePolicy/ignoredFields``); set it for what no layer sees, such as a client certificate. Only a hash of the
  /// text is kept.
  public var cachePartition: String? {
    get { self[CachePartitionKey.self] }
    set { self[CachePartitionKey.self] = newValue }
  }
}

private enum CacheModeKey: RequestOptionKey { static let defaultValue = CacheMode.standard }
private enum CachePartitionKey: RequestOptionKey { static let defaultValue: String? = nil }
