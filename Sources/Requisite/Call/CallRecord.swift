/// The history of a call so far, which its layers write and anyone with the request can read.
///
/// The dispatcher adds the record to the ``TransportRequest``, so it can be reached from errors and responses: by
/// ``NetworkRequestError/timeline`` and ``NetworkResponse/timeline``. A decorator of your own writes to it like this:
///
/// ```swift
/// func send(
///   _ request: TransportRequest
/// ) async throws(NetworkRequestError) -> TransportResponse {
///   let start = request.record?.now ?? .zero
///   await turnstile.pass()
///   request.record?.note("turnstile", "waited", since: start)
///   return try await upstream.send(request)
/// }
/// ```
/// Each attempt and each span is an event of the ``CallObserver``s that the call is passing. What it shows is only text and
/// numbers: no request, no response, no error, and nothing secret unless you write it. It keeps the first 1000 spans.
///
/// Terminal transports also note what they sent, for a cache or ``Transport/duplicatesRemoved(ignoring:)`` further out. So a
/// decorator passes on a changed copy of the request that it received: a request that it builds anew has no record, and its
/// response is neither stored nor shared.
public final class CallRecord: Sendable {
  private struct State {
    var attempts: [CallTimeline.Attempt] = []
    /// When the first attempt began.
    var firstAttempt: Duration?
    var spans: [CallTimeline.Span] = []
    /// What terminal transports sent, if a layer wants to know it.
    var exchanges: [Exchange] = []
    var isWatched = false
    /// Where in the journals of the layers the call began: nearly always in one.
    var firstStart: ChangeJournal.Start?
    var furtherStarts: [ChangeJournal.Start] = []
    /// The user of the call, as each authenticator has named it.
    var users: [(source: any AnyObject & Sendable, name: String)] = []
    /// The observing layers that the call is passing.
    var observations: [Observation] = []
    var lastTicket = 0

    mutating func append(_ attempt: CallTimeline.Attempt) -> CallTimeline.Attempt {
      attempts.append(attempt)
      attempts[attempts.count - 1].number = attempts.count
      return attempts[attempts.count - 1]
    }
  }

  /// An observer, and the request that its layer received.
  private struct Observation {
    let ticket: Int
    let observer: any CallObserver
    let request: TransportRequest
  }

  /// The maximum number of spans, so that a call without an end, such as one that streams, does not fill the
  /// memory with its history.
  private static let limit = 1_000

  let clock: CallClock
  /// When the call began, as a time of the clock.
  let start: Duration
  private let state = Locked(State())

  /// Creates an empty record of a call that begins now.
  init(on clock: CallClock) {
    self.clock = clock
    start = clock.now
  }

  /// The time since the call began.
  public var now: Duration { clock.now - start }

  /// The attempts so far, in order; empty if no layer of the stack makes attempts.
  public var attempts: [CallTimeline.Attempt] { state.withLock { $0.attempts } }

  /// The spans that the layers have noted so far, ordered by their start.
  public var spans: [CallTimeline.Span] {
    state.withLock { $0.spans }.sorted { $0.start < $1.start }
  }

  /// Notes what a layer did from `start` until now.
  ///
  /// - Parameters:
  ///   - layer: The name of the layer, such as "throttle".
  ///   - event: What the layer did, such as "waited".
  ///   - start: The value of ``now`` when it began.
  ///   - detail: A few more words, without secrets.
  public func note(_ layer: String, _ event: String, since start: Duration, detail: String? = nil) {
    append(CallTimeline.Span(layer: layer, event: event, start: start, duration: now - start, detail: detail))
  }

  /// The name of the layer that authenticates.
  static let authentication = "authentication"
  /// Its event for a request to an origin that its credential is not for.
  static let otherOrigin = "sent no credential"

  /// A position in a record, which separates earlier events from later ones.
  struct Mark: Sendable {
    fileprivate let time: Duration
    fileprivate let attempts: Int
    fileprivate let exchanges: Int
  }

  /// The present position of the record, which from now on also has what terminal transports send.
  func mark() -> Mark {
    let time = now
    return state.withLock { state in
      state.isWatched = true
      return Mark(time: time, attempts: state.attempts.count, exchanges: state.exchanges.count)
    }
  }

  /// Notes where in a journal the call began; once for each journal and URL.
  func note(_ start: ChangeJournal.Start) {
    state.withLock { state in
      guard let first = state.firstStart else { return state.firstStart = start }
      guard !first.isRelated(to: start), !state.furtherStarts.contains(where: { $0.isRelated(to: start) })
      else { return }
      state.furtherStarts.append(start)
    }
  }

  /// True if what the call asked for was changed since it began.
  var isOutdated: Bool {
    let (first, further) = state.withLock { ($0.firstStart, $0.furtherStarts) }
    return first?.isOutdated == true || further.contains(where: \.isOutdated)
  }

  /// True if a layer wants to know what is sent.
  var isWatched: Bool { state.withLock { $0.isWatched } }

  /// The user of the call, as an authenticator has named it: empty if there was none, nil if it has not said yet.
  func user(of source: any AnyObject & Sendable) -> String? {
    state.withLock { state in state.users.first { $0.source === source }?.name }
  }

  /// Returns the first user whom an authenticator has named, which is noted: `name`, unless there is one already.
  func user(of source: any AnyObject & Sendable, startingAs name: String) -> String {
    state.withLock { state in
      guard let index = state.users.firstIndex(where: { $0.source === source }) else {
        state.users.append((source, name))
        return name
      }
      if state.users[index].name.isEmpty { state.users[index].name = name }
      return state.users[index].name
    }
  }

  /// Takes the users of another record, for work that one call leaves to another, or those of no record: a call that begins
  /// anew has the user who is logged in then.
  func copyUsers(of other: CallRecord?) {
    let users = other?.state.withLock { $0.users } ?? []
    state.withLock { $0.users = users }
  }

  /// The exchanges that ended since `mark`; empty if there were none, or too many to keep.
  func exchanges(since mark: Mark) -> ArraySlice<Exchange> {
    let exchanges = state.withLock { $0.exchanges }
    return exchanges.count < Self.limit ? exchanges[mark.exchanges...] : []
  }

  /// Copies the part of another record since `mark`, for a call that was shared between both. Times are converted to
  /// this record: a span that began before this call did gets a negative start.
  func copy(from other: CallRecord, since mark: Mark) {
    let shift = now - other.now
    let shared = other.state.withLock { $0 }
    for span in shared.spans where span.start >= mark.time { append(span.shifted(by: shift)) }
    for attempt in shared.attempts.dropFirst(mark.attempts) { append(attempt, unlessCountExceeds: .max) }
    for exchange in shared.exchanges.dropFirst(mark.exchanges) { append(exchange) }
  }

  /// Begins a loop of attempts. Returns the time since the call's first attempt began, which is zero for its first loop, and the
  /// number of attempts so far.
  func beginAttempts() -> (offset: Duration, count: Int) {
    let now = now
    return state.withLock { state in
      let first = state.firstAttempt ?? now
      state.firstAttempt = first
      return (now - first, state.attempts.count)
    }
  }

  /// Appends an attempt, which gets the next number of the call, unless loops further in have appended those that it consisted
  /// of: those that follow the first `count`. Then the last of them gets its wait.
  func append(_ attempt: CallTimeline.Attempt, unlessCountExceeds count: Int) {
    let (added, observations) = state.withLock { state -> (CallTimeline.Attempt?, [Observation]) in
      guard state.attempts.count > count else { return (state.append(attempt), state.observations) }
      state.attempts[state.attempts.count - 1].wait = attempt.wait
      return (nil, [])
    }
    if let added { report(.attempt(added), to: observations) }
  }

  func append(_ span: CallTimeline.Span) {
    let observations = state.withLock { state in
      if state.spans.count < Self.limit { state.spans.append(span) }
      return state.observations
    }
    if !observations.isEmpty { report(.span(span), to: observations) }
  }

  /// Reports the attempts and spans from now on to an observer, as those of `request`, until ``endObservation(_:)``.
  func observe(_ request: TransportRequest, by observer: any CallObserver) -> Int {
    state.withLock { state in
      state.lastTicket += 1
      state.observations.append(
        Observation(ticket: state.lastTicket, observer: observer, request: request))
      return state.lastTicket
    }
  }

  func endObservation(_ ticket: Int) {
    state.withLock { $0.observations.removeAll { $0.ticket == ticket } }
  }

  /// Reports an event to observers. Called when the lock is free: they are the user's.
  private func report(_ event: CallEvent.Kind, to observations: [Observation]) {
    for observation in observations {
      observation.observer.observe(CallEvent(event, observation.request))
    }
  }

  /// Notes that a test transport, which answers in place of a server, took a request as sent.
  package func noteExchange(of request: TransportRequest, status: Int) {
    append(Exchange(request, status: status))
  }

  /// Adds an exchange, if a layer wants to know what is sent.
  func append(_ exchange: @autoclosure () -> Exchange) {
    state.withLock { state in
      guard state.isWatched, state.exchanges.count < Self.limit else { return }
      state.exchanges.append(exchange())
    }
  }
}

/// What a terminal transport sent, and the status that it received. It has secrets, so it shows nothing of itself.
struct Exchange: Sendable, CustomReflectable {
  let method: HTTPMethod
  let url: URL
  let headers: HTTPHeaders
  let options: RequestOptions
  let hasBody: Bool
  /// True if a redirect led to the request.
  let isRedirected: Bool
  /// The status of the response; nil if none came.
  let status: Int?

  init(_ request: TransportRequest, isRedirected: Bool = false, status: Int?) {
    method = request.method
    url = request.url
    headers = request.headers
    options = request.options
    hasBody = !request.body.isNone
    self.isRedirected = isRedirected
    self.status = status
  }

  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A type that receives the events of calls, such as for a log, statistics or metrics.
///
/// ```swift
/// struct SlowCalls: CallObserver {
///   func observe(_ event: CallEvent) {
///     guard case .ended(_, let time) = event.kind, time > .seconds(1)
///     else { return }
///     print(event.request, "took", time)
///   }
/// }
/// let transport = DefaultTransport.shared.observed(by: SlowCalls())
/// ```
/// ``CallStatistics``, ``HARFile`` and ``StandardErrorSink`` are observers. A stack without one does no work for this.
public protocol CallObserver: Sendable {
  /// Receives an event. The call waits until this returns: pass the event on and return. Events of different calls arrive on
  /// different threads.
  func observe(_ event: CallEvent)
}

/// An event of a call, as a ``CallObserver`` receives it.
public struct CallEvent: Sendable {
  /// The kind of an event, with its facts.
  public enum Kind: Sendable {
    /// The request is about to be sent.
    case started
    /// An attempt further in has ended; its ``CallTimeline/Attempt/wait`` is the wait that follows.
    case attempt(CallTimeline.Attempt)
    /// A layer further in has done something, such as waited, answered from the cache or exchanged the request for a response.
    case span(CallTimeline.Span)
    /// The call has ended: with a response of any status (the body of a stream is still to come), or an error. The time is
    /// that since the start.
    case ended(Result<NetworkResponse, NetworkRequestError>, after: Duration)
  }

  /// The request, as the observing layer received it. It refers to the ``CallRecord`` of the call.
  public let request: TransportRequest
  /// What happened.
  public let kind: Kind

  /// Creates an event, for an observer or its test.
  public init(_ kind: Kind, _ request: TransportRequest) {
    self.kind = kind
    self.request = request
  }
}
