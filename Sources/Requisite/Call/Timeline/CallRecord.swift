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
/// What it shows is only text and numbers: no request, no response, no error, and nothing secret unless you write it. It
/// keeps the first 1000 spans.
///
/// Terminal transports also note what they sent, for a cache or ``Transport/duplicatesRemoved(ignoring:)`` further out. So a
/// decorator passes on a changed copy of the request that it received: a request that it builds anew has no record, and its
/// response is neither stored nor shared.
public final class CallRecord: Sendable {
  private struct State {
    var attempts: [Attempt] = []
    /// When the first attempt began.
    var firstAttempt: Duration?
    var spans: [CallTimeline.Span] = []
    /// What terminal transports sent, if a layer wants to know it.
    var exchanges: [Exchange] = []
    var isWatched = false

    mutating func append(_ attempt: Attempt) {
      attempts.append(attempt)
      attempts[attempts.count - 1].number = attempts.count
    }
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
  public var attempts: [Attempt] { state.withLock { $0.attempts } }

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

  /// True if a layer wants to know what is sent.
  var isWatched: Bool { state.withLock { $0.isWatched } }

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
    for span in shared.spans where span.start >= mark.time { append(span.moved(by: shift)) }
    for attempt in shared.attempts.dropFirst(mark.attempts) { append(attempt) }
    for exchange in shared.exchanges.dropFirst(mark.exchanges) { append(exchange) }
  }

  /// Appends an attempt, which gets the next number of the call.
  func append(_ attempt: Attempt) {
    state.withLock { $0.append(attempt) }
  }

  /// Returns the time from the start of the call's first attempt until now, which is zero for the first loop of attempts.
  func startOfAttempts() -> Duration {
    let now = now
    return state.withLock { state in
      guard let first = state.firstAttempt else {
        state.firstAttempt = now
        return .zero
      }
      return now - first
    }
  }

  /// Appends an attempt of a loop outside of the stack, unless layers of the stack have appended those that it consisted of:
  /// those that follow the first `count`. Then the last of them gets its wait.
  func append(_ attempt: Attempt, unlessMoreThan count: Int) {
    state.withLock { state in
      guard state.attempts.count > count else { return state.append(attempt) }
      state.attempts[state.attempts.count - 1].wait = attempt.wait
    }
  }

  func append(_ span: CallTimeline.Span) {
    state.withLock { state in
      if state.spans.count < Self.limit { state.spans.append(span) }
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
    (method, url, headers, options) = (request.method, request.url, request.headers, request.options)
    (hasBody, self.isRedirected, self.status) = (!request.body.isNone, isRedirected, status)
  }

  var customMirror: Mirror { Mirror(self, children: []) }
}

/// One attempt of a call, as its history keeps it.
///
/// A failure is kept as its ``NetworkRequestError/Kind`` and its description, not as the error, because an error refers
/// to its request, and the request refers to this history.
public struct Attempt: Sendable, Hashable, Codable {
  /// The outcome of an attempt.
  public enum Outcome: Sendable, Hashable, Codable {
    /// A response with this status arrived.
    case status(Int)
    /// No response arrived; the kind and the description of the error say why.
    case failed(NetworkRequestError.Kind, description: String)
  }

  /// The number of the attempt among those of its call, counted from 1.
  public fileprivate(set) var number: Int
  /// The time from the start of the first attempt to the start of this one.
  public let start: Duration
  /// The time from the start of the attempt until its response (for a streamed one, the header
  /// section) arrived or it failed.
  public let duration: Duration
  /// The status of the response, or the failure.
  public let outcome: Outcome
  /// The wait before the next attempt; nil for the last attempt.
  public fileprivate(set) var wait: Duration?

  /// Creates an attempt without a number, which the record gives it.
  init(start: Duration, duration: Duration, outcome: Outcome, wait: Duration?) {
    (number, self.start, self.duration, self.outcome, self.wait) = (0, start, duration, outcome, wait)
  }
}

extension Attempt: CustomStringConvertible {
  /// The attempt in one line.
  public var description: String {
    let result =
      switch outcome {
      case .status(let status): "\(status)"
      case .failed(_, let description): description
      }
    return "attempt \(number) at \(start), \(duration): \(result)\(wait.map { "; waited \($0)" } ?? "")"
  }
}

extension NetworkRequestError {
  /// The attempts of the failed call, including the last one; empty if nothing in the stack retries, or the
  /// error names no request.
  public var attempts: [Attempt] { record?.attempts ?? [] }

  /// The record of the failed call; nil if it is not known.
  var record: CallRecord? {
    if case .invalidRequest(let problem) = self { problem.record } else { request?.record }
  }

  /// This error with the record of the call whose request could not be built, and with the request's id if it has one.
  func noted(in record: CallRecord?, id: RequestID? = nil) -> NetworkRequestError {
    guard case .invalidRequest(var problem) = self, problem.record == nil, let record else { return self }
    (problem.record, problem.id) = (record, id ?? RequestID())
    return .invalidRequest(problem)
  }
}

extension NetworkResponse {
  /// The attempts that the call took, including the last one; empty if nothing in the stack retries.
  public var attempts: [Attempt] { request.record?.attempts ?? [] }
}

extension NetworkRequestError {
  /// The history of the failed call, also of one whose request could not be built; nil if no client or dispatcher made the
  /// call, or the error does not name it.
  public var timeline: CallTimeline? {
    if case .invalidRequest(let problem) = self { return CallTimeline(of: problem) }
    return CallTimeline(of: request, outcome: status.map(HTTPStatus.words) ?? kind.rawValue)
  }
}

extension NetworkResponse {
  /// The history of the call that led to this response; nil if no dispatcher sent the request.
  public var timeline: CallTimeline? {
    CallTimeline(of: request, outcome: HTTPStatus.words(status))
  }
}
