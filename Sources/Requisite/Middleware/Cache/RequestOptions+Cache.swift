extension RequestOptions {
  /// How the call uses the cache of a stack with ``Transport/cached(in:policy:now:)``. ``CacheMode/standard`` by
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
