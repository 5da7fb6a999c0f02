extension APIClient {
  /// The events that a server sends, for as long as they are read: where a connection ends or is lost, another one is
  /// made, and the server is told by `Last-Event-ID` where to go on.
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
  ///     that pass. By default growing random ones, up to a minute, for ever: whoever reads decides when it is enough.
  ///   - budget: Bounds how often connections are made again after failures, all that share it taken together. None by
  ///     default.
  public func events<R: Request>(
    of request: R, retrying policy: any RetryPolicy = .exponential(cap: .seconds(60), attempts: .max),
    budget: RetryBudget? = nil
  ) -> EventSource where R.ReturnType == ServerSentEvents {
    EventSource(clock: networkDispatcher.clock, policy: policy, budget: budget) {
      lastEventID throws(NetworkRequestError) in
      var prepared = try await prepare(request)
      // An event is good once. (A cache in the stack is told; without one this has no effect.)
      if prepared.options.cache == .standard { prepared.options.cache = .noStore }
      if let lastEventID { try prepared.resume(after: lastEventID) }
      return try value(of: try await networkDispatcher.send(prepared), for: request)
    }
  }
}

extension TransportRequest {
  /// Tells the server which event was the last; empty for none.
  fileprivate mutating func resume(after id: String) throws(NetworkRequestError) {
    guard !id.isEmpty else { return headers.remove(.lastEventID) }
    let field = HTTPHeader(.lastEventID, id)
    try HTTPHeaders([field]).validate()
    headers.set(field)
  }
}
