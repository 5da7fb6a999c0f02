/// The source of a body that is not in memory.
package struct CurlBodyOrigin: Sendable {
  /// Whether the body can be sent a second time.
  let isReplayable: Bool
  /// Starts a new pass at the first byte.
  let open: @Sendable () -> any CurlBodySource

  package init(isReplayable: Bool, open: @escaping @Sendable () -> any CurlBodySource) {
    (self.isReplayable, self.open) = (isReplayable, open)
  }
}

/// One pass over a body. Pieces are read outside the loop's thread, which must not wait for a disk or for the caller's
/// code.
package protocol CurlBodySource: Sendable {
  /// Reads the next piece and passes it to `deliver`, or nil at the end. Called again only after the last piece was
  /// delivered. An error of the source's own is ``CurlProblem/body(_:)``.
  func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void)
  /// Ends the pass early.
  func cancel()
}
