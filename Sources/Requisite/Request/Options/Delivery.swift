/// How a transport hands over the body of the response.
///
/// It is made of the ``ResponseForm`` of the return type and of ``RequestOptions/fileDestination``. A transport needs no
/// more: which media types are accepted is in the request's header fields already.
public enum Delivery: Sendable, Hashable {
  /// Whole, in memory, up to ``RequestOptions/maximumBodySize``.
  case buffered
  /// As it comes, chunk by chunk; the response is there as soon as its header section is.
  case streamed
  /// In a file at that place, which must not exist yet unless ``RequestOptions/replacesFile`` is set; nil for a temporary
  /// file, which then is the caller's.
  case file(URL?)
}
