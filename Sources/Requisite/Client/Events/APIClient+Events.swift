extension APIClient {
  /// Returns the events that a server sends, as long as they are read.
  ///
  /// When a connection ends or is lost, another one is opened, and `Last-Event-ID` tells the server where to resume.
  /// A redirect to another origin drops this field unless ``RedirectPolicy/forwardedHeaders`` names it.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// for try await event in client.events(of: Watch()) {
  ///   print(event.type, event.data)
  /// }
  /// ```
  /// `dispatch(Watch())` opens only one connection and throws the error that ends it. ``EventSource`` describes when
  /// another connection is opened and when not.
  ///
  /// - Parameters:
  ///   - request: The request for each connection. A `POST` is sent once, unless it is ``RequestOptions/isRepeatable`` or has an
  ///     ``IdempotencyKey``: its events end with the connection.
  ///   - policy: Decides whether and when another connection follows one that failed; by default random waits that grow to a minute,
  ///     without limit, because the reader decides when to stop. The count starts again after each event.
  ///   - budget: The limit of connections after failures, for all sources that share the budget. None by default.
  ///   - minimumWait: The shortest wait before another connection, whatever `retry` the server sends. Half a second by
  ///     default, which protects a server that sends 0.
  ///   - maximumRetryAfter: The longest wait that a server may ask for. If `Retry-After` asks for more, the error is
  ///     thrown; a longer `retry` is shortened. Ten minutes by default, so that a source of events outlives a
  ///     restart of its server.
  public func events<R: Request>(
    of request: R, retrying policy: any RetryPolicy = .exponential(cap: .seconds(60), attempts: .max),
    budget: RetryBudget? = nil, minimumWait: Duration = .milliseconds(500),
    maximumRetryAfter: Duration = .seconds(600)
  ) -> EventSource where R.ReturnType == ServerSentEvents {
    // A connection without events, or whose server sets no wait, is followed by another after 3 seconds, as in browsers.
    let connections = reconnecting(
      policy, budget: budget, minimumWait: minimumWait, standardWait: .seconds(3),
      maximumRetryAfter: maximumRetryAfter
    ) {
      resumption throws(NetworkRequestError) -> (ServerSentEvents.AsyncIterator?, TransportRequest) in
      let (events, prepared) = try await open(request) { prepared in
        // Events are never answered from a cache. (Without one in the stack this has no effect.)
        if prepared.options.cache == .standard { prepared.options.cache = .noStore }
        if let id = resumption.lastEventID { prepared.resume(after: id) }
      }
      return (events.isNone ? nil : events.makeAsyncIterator(), prepared)
    }
    return EventSource(connections: connections)
  }
}

extension TransportRequest {
  /// Sets `Last-Event-ID` to the id of the last event; an empty id removes the field.
  fileprivate mutating func resume(after id: String) {
    guard !id.isEmpty else { return headers.remove(.lastEventID) }
    headers.set(HTTPHeader(.lastEventID, id))
  }
}
