/// What the calls of one cache share.
final class CacheShared: Sendable {
  /// What was invalidated while responses were on their way.
  let journal = Locked(InvalidationJournal())
  /// The keys for which a new response is being fetched although nobody waits for it.
  let revalidating = Locked<Set<CacheKey>>([])
}
