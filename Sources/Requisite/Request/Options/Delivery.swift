/// How the body of the response is wanted.
public enum Delivery: Sendable, Hashable {
  /// Whole, in memory, up to ``RequestOptions/maximumBodySize``.
  case buffered
  /// As it comes, chunk by chunk; the response is there as soon as its header section is.
  case streamed
  /// In a file at that place, which must not exist yet unless ``RequestOptions/replacesFile`` is set; nil for a temporary
  /// file, which then is the caller's.
  case file(URL?)
}
