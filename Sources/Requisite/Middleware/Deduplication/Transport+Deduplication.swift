extension Transport {
  /// Lets calls that ask for the same at the same time share one: three views that load the same list send one request.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().duplicatesRemoved()
  /// ```
  /// Two calls are the same where method, URL, header fields and options are. Only safe methods without a body are
  /// shared (RFC 9110 §9.2.1), and only responses in memory: a stream can be read once, and a file has one owner. All
  /// others pass through.
  ///
  /// Each call gets the response, or the error, with its own request and id. The timeline of one that joined says so, how
  /// long it waited, and what the shared call did: what was done before it came has a negative start there. One that is
  /// cancelled, or whose deadline passes, leaves the others alone; when the last one goes, the request is
  /// cancelled. Nothing is kept: a call that begins when the response is there sends a request of its own.
  ///
  /// Options are compared where their types can be (`Equatable`); the others are taken for the same.
  ///
  /// Place it outside of all that waits or sends, so that what is shared is not done twice.
  ///
  /// - Parameter ignored: Names of header fields that make no difference to the response. By default those that name a
  ///   single call: `traceparent`, `tracestate` and `X-Request-ID`. All others count, for a field that the library
  ///   does not know may be a credential: what is for one user must not go to another.
  public func duplicatesRemoved(
    ignoring ignored: Set<HTTPHeaderName> = [.traceparent, .tracestate, .xRequestID]
  ) -> some Transport {
    DeduplicationTransport(upstream: self, ignored: ignored)
  }
}
