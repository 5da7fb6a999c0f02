/// What a ``CacheStore`` keeps, to be shown.
public struct CacheEntry: Sendable, Hashable {
  /// The response, its body aside.
  public let head: CachedHead
  /// The bytes that it takes.
  public let size: Int

  /// Makes a line of a list.
  public init(head: CachedHead, size: Int) {
    self.head = head
    self.size = size
  }
}
