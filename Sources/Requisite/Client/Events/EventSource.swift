/// The events of a server over as many connections as it takes:
/// ``APIClient/events(of:retrying:budget:minimumWait:maximumRetryAfter:)``.
///
/// Each pass over it connects anew. Within a pass (WHATWG HTML standard, §9.2.3):
/// - Where a connection ends, another is made after the time that the server last said by `retry`, 3 seconds where it
///   said nothing; never sooner than that after a connection that brought no event. A `retry` below `minimumWait`, half a
///   second unless said otherwise, counts as `minimumWait`: a server that says `retry: 0` and closes after each
///   event would be connected to hundreds of times a second. One beyond `maximumRetryAfter` counts as that.
/// - Where one fails in a way that passes (lost, refused, silent for longer than ``RequestOptions/timeout``, 429, 503 and
///   the like), the retry policy decides as well, and so does `Retry-After`: the longest of the waits counts.
/// - The status 204 is the end of the events. Any other failure, by status or by type, is thrown, and the end too.
///
/// ``RequestOptions/deadline`` bounds one connection, ``RequestOptions/sharedDeadline`` the pass with its waits. A
/// cancelled task ends the pass with ``NetworkRequestError/cancelled(_:)``, in a wait as well; dropping the iterator
/// ends the connection.
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

  /// Starts a pass; the first connection is made when the first event is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// One pass over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: EventSource
    private var connection: ServerSentEvents.AsyncIterator?
    private var reconnection: Reconnection
    /// The request of the last connection that was made.
    private var request: TransportRequest?
    private var isOver = false

    init(source: EventSource) {
      self.source = source
      reconnection = Reconnection(schedule: source.schedule, minimumWait: source.minimumWait)
    }

    /// The next event, over another connection where it takes one; nil where the server says that there are no more.
    ///
    /// - Throws: What ``APIClient/dispatch(_:)->R.ReturnType`` throws, if connecting again cannot help.
    public mutating func next() async throws(NetworkRequestError) -> ServerSentEvent? {
      guard !isOver else { return nil }
      do throws(NetworkRequestError) {
        while true {
          if let event = try await step() { return event }
          if isOver { return nil }
        }
      } catch {
        (isOver, connection) = (true, nil)
        throw error
      }
    }

    /// Advances by one event, or by one connection, and then returns nil.
    private mutating func step() async throws(NetworkRequestError) -> ServerSentEvent? {
      let wait: Duration
      do throws(NetworkRequestError) {
        if connection == nil { try await connect() }
        let event = try await connection?.next()
        note()
        if event != nil { reconnection.succeed() }
        if event != nil || isOver { return event }
        wait = reconnection.waitAfterEnd()
      } catch {
        note()
        guard let retry = reconnection.wait(after: error) else { throw error }
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

    private mutating func connect() async throws(NetworkRequestError) {
      reconnection.begin()
      let (events, request) = try await source.connect(reconnection.lastEventID)
      self.request = request
      if events.isNone { isOver = true } else { connection = events.makeAsyncIterator() }
    }
  }
}

/// When to connect again to a server that sends events, and with which `Last-Event-ID`. A value without I/O.
private struct Reconnection {
  /// The wait of browsers if the server sends no `retry`.
  private static let standardWait = Duration.seconds(3)

  /// The id of the last event; empty if the server gave no id, nil before the first connection.
  private(set) var lastEventID: String?

  private let schedule: RetrySchedule
  private let minimumWait: Duration
  private let start: Duration
  private var retry = standardWait
  private var failures = 0
  private var hasEvent = false

  init(schedule: RetrySchedule, minimumWait: Duration) {
    (self.schedule, self.minimumWait, start) = (schedule, minimumWait, schedule.clock.now)
  }

  /// Prepares for a new connection.
  mutating func begin() {
    if failures == 0 { schedule.budget?.deposit() }
    hasEvent = false
  }

  /// Notes an event: earlier failures no longer count.
  mutating func succeed() {
    (failures, hasEvent) = (0, true)
  }

  /// Notes what a connection has said so far.
  mutating func note(lastEventID: String?, retry: Duration?) {
    self.lastEventID = lastEventID ?? self.lastEventID
    self.retry = retry ?? self.retry
  }

  /// The wait after a connection that the server has ended: what the server said by `retry`, within bounds.
  func waitAfterEnd() -> Duration {
    let wanted = hasEvent ? retry : max(retry, Self.standardWait)
    return max(minimumWait, min(wanted, max(schedule.maximumRetryAfter, Self.standardWait)))
  }

  /// The wait after a connection that failed, or was not made; nil if no other connection is to be made.
  mutating func wait(after error: NetworkRequestError) -> Duration? {
    guard let request = error.request else { return nil }
    failures += 1
    let wait = schedule.delay(
      afterTransient: error, number: failures, of: request.withoutDeadline(),
      elapsed: schedule.clock.now - start)
    return wait.map { max($0, waitAfterEnd()) }
  }
}
