/// What a ``CacheStore`` has for a request.
public enum CacheLookup: Sendable {
  /// The response.
  case found(CachedResponse)
  /// Responses under that key, for other requests.
  case otherVariants
  /// Nothing.
  case nothing
}
