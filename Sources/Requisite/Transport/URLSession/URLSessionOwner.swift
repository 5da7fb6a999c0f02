/// Invalidates a session that the library made when no transport holds it any more: until then, a session lives for ever.
final class URLSessionOwner: Sendable {
  let session: URLSession

  init(_ session: URLSession) {
    self.session = session
  }

  deinit { session.finishTasksAndInvalidate() }
}
