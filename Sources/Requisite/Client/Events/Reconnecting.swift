/// The connections to a server that sends elements as long as they are read, one after the other.
package struct Reconnecting<Connection: Reconnectable>: Sendable {
  /// Opens a connection, and returns a function that begins to read it; nil if the server has nothing more to send.
  package typealias Connect =
    @Sendable (_ resumption: Resumption, _ closing: SourceClosing) async throws(NetworkRequestError) -> (
      begin: (@Sendable () -> Connection)?, TransportRequest
    )

  fileprivate let rules: ReconnectionRules
  fileprivate let connect: Connect
  /// Ends all passes.
  package let closing = SourceClosing()
  /// The states of the connections, over all passes.
  package let states = StateStream(EventSource.ConnectionState.closed(nil))

  /// Starts a pass, whose first connection is opened when the first element is requested.
  package func makePass() -> ReconnectingPass<Connection> { ReconnectingPass(self) }
}

/// A connection that another one can replace when it has ended or is lost.
package protocol Reconnectable: SendableMetatype {
  associatedtype Element

  /// Returns the next element; nil at the end of the connection.
  mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkRequestError) -> Element?
  /// The facts of this connection that matter for the next one.
  var resumption: Resumption { get }
}

/// The facts of a connection that matter for the next one.
package struct Resumption: Sendable {
  /// The id of the last event; empty if the server sent none, nil before the first connection.
  var lastEventID: String?
  /// The wait that the server asked for.
  var retry: Duration?
  /// True if no other connection follows the end of this one.
  var isFinal = false

  init(lastEventID: String?, retry: Duration?) { (self.lastEventID, self.retry) = (lastEventID, retry) }

  package init(isFinal: Bool) { self.isFinal = isFinal }
}

extension APIClient {
  /// Returns the connections that `connect` opens. ``events(of:retrying:budget:minimumWait:maximumRetryAfter:)`` describes
  /// the parameters.
  package func reconnecting<Connection: Reconnectable>(
    _ policy: any RetryPolicy, budget: RetryBudget?, minimumWait: Duration, standardWait: Duration,
    maximumRetryAfter: Duration, connect: @escaping Reconnecting<Connection>.Connect
  ) -> Reconnecting<Connection> {
    let schedule = networkDispatcher.schedule(policy, budget: budget, maximumRetryAfter: maximumRetryAfter)
    let rules = ReconnectionRules(
      schedule: schedule, clock: networkDispatcher.clock, minimumWait: minimumWait, standardWait: standardWait
    )
    return Reconnecting(rules: rules, connect: connect)
  }

  /// Opens one connection, and returns it with its request, which is prepared anew, so that fresh credentials apply.
  ///
  /// It is sent once: the policy of the source decides about another connection, and a layer of retries would multiply that.
  package func open<R: Request>(
    _ request: R, changing change: (inout TransportRequest) -> Void = { _ in }
  ) async throws(NetworkRequestError) -> (R.ReturnType, TransportRequest) {
    var prepared = try begin(request)
    prepared.options.retry = .never
    change(&prepared)
    let response = try await networkDispatcher.runUninlined(prepared)
    // The deadline bounds one connection, and no wait for the next.
    return (try await value(of: response, for: request), prepared.withoutDeadline())
  }
}

/// One pass over the elements of a server.
package struct ReconnectingPass<Connection: Reconnectable> {
  private let connections: Reconnecting<Connection>
  private let report: PassReport
  private var connection: Connection?
  private var reconnection: Reconnection
  /// The request of the last connection that was opened.
  private var request: TransportRequest?
  private var isOver = false

  fileprivate init(_ connections: Reconnecting<Connection>) {
    self.connections = connections
    report = PassReport(connections.states)
    reconnection = Reconnection(connections.rules)
  }

  /// Returns the next element, over another connection if necessary; nil after the last one.
  package mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(NetworkRequestError) -> Connection.Element? {
    guard !isOver else { return nil }
    do throws(NetworkRequestError) {
      while !isOver, !connections.closing.isClosed {
        if let element = try await step(isolation: actor) { return element }
      }
    } catch {
      (isOver, connection) = (true, nil)
      // What fails because the source was closed is its end.
      guard connections.closing.isClosed else {
        report.set(.closed(error))
        throw error
      }
    }
    (isOver, connection) = (true, nil)
    report.set(.closed(nil))
    return nil
  }

  /// Returns the next element, or nil at the end of a connection.
  private mutating func step(
    isolation actor: isolated (any Actor)?
  ) async throws(NetworkRequestError) -> Connection.Element? {
    let wait: Duration
    let loss: NetworkRequestError?
    do throws(NetworkRequestError) {
      if connection == nil { try await connect(isolation: actor) }
      let element = try await connection?.next(isolation: actor)
      note()
      if element != nil { reconnection.succeed() }
      if element == nil, reconnection.resumption.isFinal || request?.maySendAgain == false {
        (isOver, connection) = (true, nil)
      }
      if element != nil || isOver { return element }
      (wait, loss) = (reconnection.waitAfterEnd(), nil)
    } catch {
      note()
      guard let retry = reconnection.wait(after: error) else {
        throw request == nil ? error : error.afterSending()
      }
      (wait, loss, request) = (retry, error, error.request?.withoutDeadline() ?? request)
    }
    connection = nil
    guard let request else { return nil }
    report.set(.lost(loss, retryingIn: wait))
    let clock = connections.rules.clock
    try await connections.closing.run { () async throws(NetworkRequestError) in
      try await request.waitForAttempt(wait, on: clock)
    }
    return nil
  }

  private mutating func note() {
    if let connection { reconnection.note(connection.resumption) }
  }

  private mutating func connect(isolation actor: isolated (any Actor)?) async throws(NetworkRequestError) {
    reconnection.begin()
    report.set(.connecting)
    let (resumption, closing, connect) = (reconnection.resumption, connections.closing, connections.connect)
    let (begin, request) = try await closing.run { () async throws(NetworkRequestError) in
      try await connect(resumption, closing)
    }
    self.request = request
    // A source that was closed meanwhile does not begin to read.
    guard let begin, !closing.isClosed else { return isOver = true }
    connection = begin()
    report.set(.open)
  }
}

/// The end that a program sets to all passes of a source, whatever they wait for.
package final class SourceClosing: Sendable {
  private struct State {
    var isClosed = false
    var cancellations: [Int: @Sendable () -> Void] = [:]
    var last = 0
  }

  private let state = Locked(State())

  /// True after ``close()``.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Ends what runs, and what begins later at once.
  package func close() {
    let cancellations = state.withLock { state in
      state.isClosed = true
      return state.cancellations.values
    }
    // Without the lock, because this runs cancellation handlers.
    for cancel in cancellations { cancel() }
  }

  /// Runs work that is cancelled with its caller, and when the source is closed.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(NetworkRequestError) -> Value
  ) async throws(NetworkRequestError) -> Value {
    let task = Task { await Result.awaiting(work) }
    let number = begin { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { $0.cancellations[number] = nil }
    return try result.get()
  }

  /// Keeps what cancels work under the lock that closes, so that no work begins between the two.
  private func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
    let (number, isClosed) = state.withLock { state in
      state.last += 1
      if !state.isClosed { state.cancellations[state.last] = cancel }
      return (state.last, state.isClosed)
    }
    if isClosed { cancel() }
    return number
  }
}

/// Reports the states of a pass, and its end when the iterator is released.
private final class PassReport: Sendable {
  private let states: StateStream<EventSource.ConnectionState>
  private let isInProgress = Locked(false)

  init(_ states: StateStream<EventSource.ConnectionState>) { self.states = states }

  func set(_ state: EventSource.ConnectionState) {
    isInProgress.withLock { $0 = if case .closed = state { false } else { true } }
    states.set(state)
  }

  deinit { if isInProgress.withLock({ $0 }) { states.set(.closed(nil)) } }
}

/// What decides about another connection.
fileprivate struct ReconnectionRules: Sendable {
  let schedule: RetrySchedule
  let clock: CallClock
  /// The shortest wait before another connection.
  let minimumWait: Duration
  /// The wait after a connection has ended, if the server sets none, and the shortest one after a connection without
  /// elements.
  let standardWait: Duration
}

/// The state of a pass: the wait before another connection, and what that resumes. A value without I/O.
private struct Reconnection {
  private(set) var resumption = Resumption(isFinal: false)

  private let rules: ReconnectionRules
  /// When the pass began, or received its last element.
  private var start: Duration
  private var failures = 0
  private var hasElement = false

  init(_ rules: ReconnectionRules) {
    self.rules = rules
    start = rules.clock.now
  }

  /// Prepares for another connection.
  mutating func begin() {
    if failures == 0 { rules.schedule.budget?.deposit() }
    hasElement = false
  }

  /// Records an element, after which earlier failures no longer count.
  mutating func succeed() {
    (failures, hasElement, start) = (0, true, rules.clock.now)
  }

  /// Records the facts of a connection, which keep what the connections before it have set.
  mutating func note(_ facts: Resumption) {
    resumption.lastEventID = facts.lastEventID ?? resumption.lastEventID
    resumption.retry = facts.retry ?? resumption.retry
    resumption.isFinal = facts.isFinal
  }

  /// Returns the wait after the server has ended a connection: its `retry`, within the limits.
  func waitAfterEnd() -> Duration {
    let retry = resumption.retry ?? rules.standardWait
    let wanted = hasElement ? retry : max(retry, rules.standardWait)
    return max(rules.minimumWait, min(wanted, max(rules.schedule.maximumRetryAfter, rules.standardWait)))
  }

  /// Returns the wait after a connection failed or could not be opened; nil if no other connection is to be opened.
  mutating func wait(after error: NetworkRequestError) -> Duration? {
    guard let request = error.request else { return nil }
    failures += 1
    let wait = rules.schedule.delay(
      after: .failure(error), number: failures, of: request.withoutDeadline(),
      elapsed: rules.clock.now - start, date: rules.clock.date)
    guard let wait = wait.map({ max($0, waitAfterEnd()) }) else { return nil }
    // As for the policy's own wait: the caller gets the failure at once, and not that of a deadline which has not passed.
    return request.withoutDeadline().deadline(exceededBy: wait) == nil ? wait : nil
  }
}

extension EventSource {
  /// The state of the connections of an ``EventSource`` or a `SocketSource`, such as for a view that shows “offline”.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// func show(_ source: EventSource, in banner: (String?) -> Void) async {
  ///   for await state in source.states {
  ///     switch state {
  ///     case .open: banner(nil)
  ///     case .connecting: banner("Connecting")
  ///     case .lost(_, let wait): banner("Offline, reconnecting in \(wait)")
  ///     case .closed(let error): banner(error.map { "Stopped: \($0)" })
  ///     }
  ///   }
  /// }
  /// ```
  /// A pass begins with ``connecting``, and ends with ``closed(_:)``. Between them each connection is ``open``, unless it
  /// cannot be made, and ``lost(_:retryingIn:)`` before the next ``connecting``.
  public enum ConnectionState: Sendable {
    /// A connection is being made.
    case connecting
    /// The connection is open. A `SocketSource` has run its `onOpen` function by then.
    case open
    /// The connection is lost or could not be made, and the next one follows after a wait: that of the retry policy, or of
    /// the server. The error is nil if the server has ended the connection in an orderly way.
    case lost(NetworkRequestError?, retryingIn: Duration)
    /// No pass is under way. The error is the one that the reader got; nil before the first pass, and after a pass that ended
    /// without an error.
    case closed(NetworkRequestError?)
  }
}
