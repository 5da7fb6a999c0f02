extension APIClient {
  /// The events that a server sends, for as long as they are read: where a connection ends or is lost, another one is
  /// made, and `Last-Event-ID` tells the server where to resume.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// for try await event in client.events(of: Watch()) { print(event.type, event.data) }
  /// ```
  /// One connection, and what ends it, is what `dispatch(Watch())` gives. See ``EventSource`` for when another is made
  /// and when not.
  ///
  /// - Parameters:
  ///   - request: What is sent for each connection. Make it a safe one: it is sent again and again.
  ///   - policy: The waits after connections that failed, counted anew when an event has come; asked only for failures
  ///     that pass. By default growing random ones, up to a minute, without end: the reader decides when to stop.
  ///   - budget: Bounds how often connections are made again after failures, for all that share it together. None by
  ///     default.
  ///   - minimumWait: The shortest wait before another connection, whatever the server says by `retry`. Half a second by
  ///     default, which spares a server that says 0.
  ///   - maximumRetryAfter: The longest wait that a server may ask for. Where it asks for more by `Retry-After`, its error
  ///     is thrown; a longer `retry` counts as this. Ten minutes by default: a source of events outlives a restart of
  ///     its server.
  public func events<R: Request>(
    of request: R, retrying policy: any RetryPolicy = .exponential(cap: .seconds(60), attempts: .max),
    budget: RetryBudget? = nil, minimumWait: Duration = .milliseconds(500),
    maximumRetryAfter: Duration = .seconds(600)
  ) -> EventSource where R.ReturnType == ServerSentEvents {
    let schedule = networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter)
    return EventSource(schedule: schedule, minimumWait: minimumWait) {
      lastEventID throws(NetworkRequestError) in
      var prepared = try await prepare(request)
      // Events are never answered from a cache. (Without one in the stack this has no effect.)
      if prepared.options.cache == .standard { prepared.options.cache = .noStore }
      if let lastEventID { try prepared.resume(after: lastEventID) }
      return (try value(of: try await networkDispatcher.send(prepared), for: request), prepared)
    }
  }
}

extension TransportRequest {
  /// Sets `Last-Event-ID` to the id of the last event; an empty id removes the field.
  fileprivate mutating func resume(after id: String) throws(NetworkRequestError) {
    guard !id.isEmpty else { return headers.remove(.lastEventID) }
    let field = HTTPHeader(.lastEventID, id)
    try HTTPHeaders([field]).validate()
    headers.set(field)
  }
}
