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
      resumption, closing throws(NetworkRequestError) -> (
        (@Sendable () -> ServerSentEvents.AsyncIterator)?, TransportRequest
      ) in
      let (events, prepared) = try await open(request) { prepared in
        // Events are never answered from a cache. (Without one in the stack this has no effect.)
        prepared.options.cache = prepared.options.cache.ignoringStored
        if let id = resumption.lastEventID { prepared.resume(after: id) }
      }
      guard !events.isNone else { return (nil, prepared) }
      let closable = events.pulling { pull throws(NetworkRequestError) in try await closing.run(pull) }
      return ({ closable.makeAsyncIterator() }, prepared)
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

/// The events of a server over as many connections as necessary, which
/// ``APIClient/events(of:retrying:budget:minimumWait:maximumRetryAfter:)`` returns.
///
/// Each pass opens new connections. Within a pass (WHATWG HTML standard, §9.2.3):
/// - When a connection ends, another is opened after the time in the server's last `retry`, or after 3 seconds if it sent
///   none. After a connection without events the wait is at least 3 seconds. A `retry` below `minimumWait`, half a second
///   by default, is raised to `minimumWait`: a server that sends `retry: 0` and closes after each event would otherwise get
///   hundreds of connections a second. A `retry` above `maximumRetryAfter` is lowered to that, but not below 3 seconds.
/// - When a connection fails temporarily (lost, refused, silent for longer than ``RequestOptions/timeout``, or answered
///   with a status such as 429 or 503), the retry policy and `Retry-After` decide too. The longest of the waits applies.
/// - Status 204 ends the events. Any other failure, such as an error status or another media type, is
///   thrown and ends them too.
///
/// Each connection is one attempt: ``RequestOptions/retry`` and the stack's layer of retries do not repeat it.
///
/// ``states`` reports when a connection is open or lost, for a view.
///
/// ``RequestOptions/deadline`` bounds each connection, ``RequestOptions/sharedDeadline`` the whole pass with its waits.
/// ``close()`` ends all passes, whether they read, connect or wait. A cancelled task ends its pass with
/// ``NetworkRequestError/cancelled(_:)``, also during a wait. Releasing the iterator ends the connection.
public struct EventSource: AsyncSequence, Sendable {
  /// An event, in the order of arrival.
  public typealias Element = ServerSentEvent

  let connections: Reconnecting<ServerSentEvents.AsyncIterator>

  /// The state of the connection: that of the pass that changed it last, so a source with one reader at a time is clearest.
  public var state: ConnectionState { connections.states.state ?? .closed(nil) }

  /// The state now and each later one, over all passes. A reader that falls behind misses all but the latest 64. The sequence
  /// ends when all copies of the source and its iterators are released.
  public var states: AsyncStream<ConnectionState> { connections.states.states() }

  /// Ends the events of all passes, of those that begin later as well: a loop over them ends without an error, whether it waits
  /// for an event, for a connection, or between two connections. The connection is closed. Call it from any task; it returns at
  /// once.
  public func close() { connections.closing.close() }

  /// Starts a pass, whose first connection is opened when the first event is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pass: connections.makePass()) }

  /// One pass over the events, with its own connections.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pass: ReconnectingPass<ServerSentEvents.AsyncIterator>

    /// Returns the next event, over another connection if necessary; nil after the server has answered with status
    /// 204, and after ``EventSource/close()``.
    ///
    /// - Throws: What ``APIClient/dispatch(_:using:attempts:retryDelay:onRetry:)`` throws, if another connection cannot help.
    public mutating func next() async throws(NetworkRequestError) -> ServerSentEvent? {
      try await next(isolation: nil)
    }

    /// Returns the next event; nil after the server has answered with status 204. `for try await` calls this function: an
    /// event that has already arrived is returned without leaving the actor of the reader, such as the main actor.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> ServerSentEvent? {
      try await pass.next(isolation: actor)
    }
  }
}

extension ServerSentEvents.AsyncIterator: Reconnectable {
  package var resumption: Resumption { Resumption(lastEventID: lastEventID, retry: retry) }
}
