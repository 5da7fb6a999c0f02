/// What the `Cache-Control` fields of a message say (RFC 9111 §5.2, RFC 5861, RFC 8246), read for a private cache.
///
/// Whatever is doubtful is read so that less is kept for less long: of two numbers the stricter counts, a number that
/// is none is the strictest, and what an unclosed quote may hide is read as well. Directives for shared caches
/// (`s-maxage`, `proxy-revalidate`, `private`'s arguments) say nothing here.
struct CacheControl: Hashable, Sendable {
  /// Nothing of the exchange may be stored.
  var noStore = false
  /// Nothing stored may be used without asking the server.
  var noCache = false
  /// Fields of the response that must not be stored: `no-cache="Set-Cookie"`.
  var noCacheFields: Set<HTTPHeaderName> = []
  /// Once stale, it must not be used without asking the server.
  var mustRevalidate = false
  /// `no-store` does not count for who knows what the status means.
  var mustUnderstand = false
  /// May be stored, whatever the status says of itself.
  var isPublic = false
  /// May be stored by a private cache, whatever the status says of itself.
  var isPrivate = false
  /// Will not change while it is fresh (RFC 8246).
  var isImmutable = false
  /// Only a stored response is wanted.
  var onlyIfCached = false
  /// A response is fresh for so many seconds; as a request's, the greatest age that is wanted.
  var maxAge: Int?
  /// A response is wanted that stays fresh for so many seconds.
  var minFresh: Int?
  /// A response may have been stale for so many seconds.
  var maxStale: Int?
  /// For so many seconds a stale response may be used while a new one is fetched (RFC 5861 §3).
  var staleWhileRevalidate: Int?
  /// For so many seconds a stale response may be used in place of an error (RFC 5861 §4).
  var staleIfError: Int?

  /// What stands for “any number of seconds”, and for all numbers above (RFC 9111 §1.2.2).
  static let unlimited = 1 << 31
}
