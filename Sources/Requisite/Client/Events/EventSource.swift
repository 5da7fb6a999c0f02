/// The events of a server over as many connections as it takes: ``APIClient/events(of:retrying:budget:)``.
///
/// Each pass over it connects anew. Within a pass (WHATWG HTML standard, §9.2.3):
/// - Where a connection ends, another is made after the time that the server last said by `retry`, 3 seconds where it
///   said nothing; never sooner than that after a connection that brought no event.
/// - Where one fails in a way that passes (lost, refused, silent for longer than ``RequestOptions/timeout``, 429, 503 and
///   the like), the retry policy has its say as well, and so has `Retry-After`: the longest of the waits counts.
/// - The status 204 is the end of the events. Any other failure, by status or by type, is thrown, and the end too.
///
/// ``RequestOptions/deadline`` bounds one connection, not the pass: mostly it is best left alone here. A cancelled task
/// ends the pass with ``NetworkRequestError/cancelled(_:)``, in a wait as well; dropping the iterator ends the connection.
public struct EventSource: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent
  typealias Connect =
    @Sendable (_ lastEventID: String?) async throws(NetworkRequestError) -> ServerSentEvents

  let clock: CallClock
  let policy: any RetryPolicy
  let budget: RetryBudget?
  let connect: Connect

  /// Starts a pass; the first connection is made when the first event is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// One pass over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: EventSource
    private var connection: ServerSentEvents.AsyncIterator?
    private var reconnection: Reconnection
    private var isOver = false

    init(source: EventSource) {
      self.source = source
      reconnection = Reconnection(policy: source.policy, budget: source.budget, start: source.clock.now)
    }

    /// The next event, over another connection where it takes one; nil where the server says that there are no more.
    ///
    /// - Throws: What ``APIClient/dispatch(_:)->R.ReturnType`` throws, where it is of no use to connect again.
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

    /// Goes on by one event, or by a connection: then there is nil.
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
        guard let retry = reconnection.wait(after: error, now: source.clock.now) else { throw error }
        wait = retry
      }
      connection = nil
      do { try await source.clock.sleep(for: wait) } catch { throw .cancelled(nil) }
      return nil
    }

    private mutating func note() {
      reconnection.note(lastEventID: connection?.lastEventID, retry: connection?.retry)
    }

    private mutating func connect() async throws(NetworkRequestError) {
      reconnection.begin()
      let events = try await source.connect(reconnection.lastEventID)
      if events.isNone { isOver = true } else { connection = events.makeAsyncIterator() }
    }
  }
}
