/// What is at one place of a key.
enum DiskCacheFinding: Sendable {
  case reply(CachedReply)
  case otherVariant
  case nothing
}
