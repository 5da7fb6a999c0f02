/// What a ``CacheStore`` has for a request.
public enum CacheLookup: Sendable {
  /// The reply.
  case found(CachedReply)
  /// Replies under that key, for other requests.
  case otherVariants
  /// Nothing.
  case nothing
}
