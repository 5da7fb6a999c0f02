/// How one call uses the cache: request directives of `Cache-Control` (RFC 9111 §5.2.1), under names.
///
/// ```swift
/// struct FindTodos: Request {
///   typealias ReturnType = [Todo]
///   let path = "/todos"
///   let options = RequestOptions().with(\.cache, .preferStale)
/// }
/// ```
/// The directives also go to the server, and so to the caches on the way. Directives that the request has in its own
/// `Cache-Control` count as well; of two numbers, the stricter.
public struct CacheMode: Sendable, Hashable {
  /// The directives; empty for the standard mode.
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

  /// As the server and the request's own header fields say.
  public static let standard = CacheMode("")
  /// Fetches the response anew, and stores it (`no-cache`).
  public static let reload = CacheMode("no-cache", ignoresStored: true)
  /// Asks the server whether the stored response is still good, unless it is immutable (`max-age=0`).
  public static let revalidate = CacheMode("max-age=0")
  /// Answers from the cache, or with a 504 (`only-if-cached`). Nothing is sent.
  public static let onlyIfCached = CacheMode("only-if-cached")
  /// Answers from the cache, however stale the response, or with a 504 (`only-if-cached, max-stale`). Nothing is sent.
  public static let offline = CacheMode("only-if-cached, max-stale")
  /// Takes a stored response, however stale, and asks the server where nothing is stored (`max-stale`). What the server
  /// says must be asked for (`must-revalidate`, `no-cache`) is asked for.
  public static let preferStale = CacheMode("max-stale")
  /// Neither takes the response from the cache nor stores it (`no-store`).
  public static let noStore = CacheMode("no-store", ignoresStored: true)

  /// Takes a stored response up to that age, in whole seconds (`max-age`).
  public static func maximumAge(_ age: Duration) -> CacheMode { CacheMode("max-age=\(age.deltaSeconds)") }
  /// Takes a stored response that stays fresh for that long, in whole seconds (`min-fresh`).
  public static func minimumFreshness(_ time: Duration) -> CacheMode {
    CacheMode("min-fresh=\(time.deltaSeconds)")
  }
  /// Takes a stored response that has been stale for that long, in whole seconds (`max-stale`).
  public static func maximumStaleness(_ time: Duration) -> CacheMode {
    CacheMode("max-stale=\(time.deltaSeconds)")
  }
  /// Takes a stored response that has been stale for that long, in whole seconds, where the server cannot be reached or
  /// fails (`stale-if-error`, RFC 5861 §4).
  public static func staleIfError(_ time: Duration) -> CacheMode {
    CacheMode("stale-if-error=\(time.deltaSeconds)")
  }
}

extension Duration {
  fileprivate var deltaSeconds: Int64 { min(max(0, components.seconds), Int64(CacheControl.unlimited)) }
}

extension RequestOptions {
  /// How the call uses the cache of a stack with ``Transport/cached(in:policy:onStoreFailure:now:)``. ``CacheMode/standard`` by
  /// default. Without a cache in the stack it has no effect.
  public var cache: CacheMode {
    get { self[CacheModeKey.self] }
    set { self[CacheModeKey.self] = newValue }
  }

  /// For whom the response is stored, where one store serves several users: a response stored for one is not used for
  /// another. Needed where credentials are added further inside than the cache, for then it does not see them. Only a
  /// hash of it is kept. nil by default.
  public var cachePartition: String? {
    get { self[CachePartitionKey.self] }
    set { self[CachePartitionKey.self] = newValue }
  }
}

private enum CacheModeKey: RequestOptionKey { static let defaultValue = CacheMode.standard }
private enum CachePartitionKey: RequestOptionKey { static let defaultValue: String? = nil }
