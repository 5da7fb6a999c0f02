/// What is at one place of a key.
enum DiskCacheFinding: Sendable {
  case response(CachedResponse)
  case otherVariant
  case nothing
}
