/// A response as a ``CacheStore`` keeps it.
public struct CachedResponse: Sendable {
  /// All but the body.
  public var head: CachedHead
  /// The body, decompressed.
  public var body: Data

  /// Puts a head and a body together.
  public init(head: CachedHead, body: Data) {
    self.head = head
    self.body = body
  }
}
