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
/// ``RequestOptions/deadline`` bounds each connection, ``RequestOptions/sharedDeadline`` the whole pass with its waits.
/// A cancelled task ends the pass with ``NetworkRequestError/cancelled(_:)``, also during a wait. Releasing the
/// iterator ends the connection.
public struct EventSource: AsyncSequence, Sendable {
  /// An event, in the order of arrival.
  public typealias Element = ServerSentEvent
  typealias Connect =
    @Sendable (_ lastEventID: String?) async throws(NetworkRequestError) -> (
      ServerSentEvents, TransportRequest
    )

  let schedule: RetrySchedule
  let minimumWait: Duration
  let connect: Connect

  /// Starts a pass, whose first connection is opened when the first event is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// One pass over the events, with its own connections.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: EventSource
    private var connection: ServerSentEvents.AsyncIterator?
    private var reconnection: Reconnection
    /// The request of the last connection that was opened.
    private var request: TransportRequest?
    private var isOver = false

    init(source: EventSource) {
      self.source = source
      reconnection = Reconnection(schedule: source.schedule, minimumWait: source.minimumWait)
    }

    /// Returns the next event, over another connection if necessary; nil after the server has answered with status 204.
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
      guard !isOver else { return nil }
      do throws(NetworkRequestError) {
        while true {
          if let event = try await step(isolation: actor) { return event }
          if isOver { return nil }
        }
      } catch {
        (isOver, connection) = (true, nil)
        throw error
      }
    }

    /// Returns the next event, or nil at the end of a connection.
    private mutating func step(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> ServerSentEvent? {
      let wait: Duration
      do throws(NetworkRequestError) {
        if connection == nil { try await connect(isolation: actor) }
        let event = try await connection?.next(isolation: actor)
        note()
        if event != nil { reconnection.succeed() }
        // A request whose body can be read only once is not sent again.
        if event == nil, request?.body.isReplayable == false { isOver = true }
        if event != nil || isOver { return event }
        wait = reconnection.waitAfterEnd()
      } catch {
        note()
        guard let retry = reconnection.wait(after: error) else { throw error.afterSending(request != nil) }
        (wait, request) = (retry, error.request?.withoutDeadline() ?? request)
      }
      connection = nil
      guard let request else { return nil }
      try await source.schedule.wait(wait, for: request)
      return nil
    }

    private mutating func note() {
      reconnection.note(lastEventID: connection?.lastEventID, retry: connection?.retry)
    }

    private mutating func connect(isolation actor: isolated (any Actor)?) async throws(NetworkRequestError) {
      reconnection.begin()
      let (events, request) = try await source.connect(reconnection.lastEventID)
      self.request = request
      if events.isNone { isOver = true } else { connection = events.makeAsyncIterator() }
    }
  }
}

/// The rules for connecting again to a server that sends events: the wait, and the `Last-Event-ID`. A value without I/O.
private struct Reconnection {
  /// The wait if the server sends no `retry`, as in browsers.
  private static let standardWait = Duration.seconds(3)

  /// The id of the last event; empty if the server sent none, nil before the first connection.
  private(set) var lastEventID: String?

  private let schedule: RetrySchedule
  private let minimumWait: Duration
  /// When the source began, or received its last event.
  private var start: Duration
  private var retry = standardWait
  private var failures = 0
  private var hasEvent = false

  init(schedule: RetrySchedule, minimumWait: Duration) {
    (self.schedule, self.minimumWait, start) = (schedule, minimumWait, schedule.clock.now)
  }

  /// Prepares for another connection.
  mutating func begin() {
    if failures == 0 { schedule.budget?.deposit() }
    hasEvent = false
  }

  /// Records an event, after which earlier failures no longer count.
  mutating func succeed() {
    (failures, hasEvent, start) = (0, true, schedule.clock.now)
  }

  /// Records the last `id` and `retry` that a connection has received.
  mutating func note(lastEventID: String?, retry: Duration?) {
    self.lastEventID = lastEventID ?? self.lastEventID
    self.retry = retry ?? self.retry
  }

  /// Returns the wait after the server has ended a connection: its `retry`, within the limits.
  func waitAfterEnd() -> Duration {
    let wanted = hasEvent ? retry : max(retry, Self.standardWait)
    return max(minimumWait, min(wanted, max(schedule.maximumRetryAfter, Self.standardWait)))
  }

  /// Returns the wait after a connection failed or could not be opened; nil if no other connection is to be opened.
  mutating func wait(after error: NetworkRequestError) -> Duration? {
    guard let request = error.request else { return nil }
    failures += 1
    let wait = schedule.delay(
      afterTransient: error, number: failures, of: request.withoutDeadline(),
      elapsed: schedule.clock.now - start)
    return wait.map { max($0, waitAfterEnd()) }
  }
}
