/// The history of a call so far. Each call has one: its layers write it, and it can be read from the request.
///
/// The dispatcher puts it on the ``TransportRequest``, so errors and responses lead to it: by
/// ``NetworkRequestError/timeline`` and ``NetworkResponse/timeline``. A decorator of your own writes to it like this:
///
/// ```swift
/// func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
///   let start = request.record?.now ?? .zero
///   await turnstile.pass()
///   request.record?.note("turnstile", "waited", since: start)
///   return try await upstream.send(request)
/// }
/// ```
/// It holds words and numbers alone: no request, no response, no error, and nothing that is secret unless you write it.
public final class CallRecord: Sendable {
  private struct State {
    var attempts: [Attempt] = []
    var spans: [TimelineSpan] = []
  }

  /// A call without an end, as one that streams, must not fill the memory with its history.
  private static let limit = 1_000

  let clock: CallClock
  private let start: Duration
  private let state = Locked(State())

  /// Makes an empty record of a call that begins now.
  init(on clock: CallClock) {
    self.clock = clock
    start = clock.now
  }

  /// The time since the call began.
  public var now: Duration { clock.now - start }

  /// The attempts so far, in their order; empty where no layer of the stack makes attempts.
  public var attempts: [Attempt] { state.withLock { $0.attempts } }

  /// What the layers have noted so far, by the time at which it began.
  public var spans: [TimelineSpan] {
    state.withLock { $0.spans }.sorted { $0.start < $1.start }
  }

  /// Notes what a layer did from `start` until now.
  ///
  /// - Parameters:
  ///   - layer: The name of the layer, as "throttle".
  ///   - event: What it did, as "waited".
  ///   - start: When it began, as ``now`` said then.
  ///   - detail: More in a few words. Nothing secret.
  public func note(_ layer: String, _ event: String, since start: Duration, detail: String? = nil) {
    append(TimelineSpan(layer: layer, event: event, start: start, duration: now - start, detail: detail))
  }

  /// A position in a record, which separates earlier events from later ones.
  struct Mark: Sendable {
    fileprivate let time: Duration
    fileprivate let attempts: Int
  }

  /// The present position of the record.
  func mark() -> Mark {
    Mark(time: now, attempts: attempts.count)
  }

  /// Copies the history of a call that was made for both records. Times are converted to this record: events before this
  /// call began get a negative start.
  func copy(from other: CallRecord, since mark: Mark) {
    let shift = now - other.now
    let shared = other.state.withLock { $0 }
    for span in shared.spans where span.start >= mark.time { append(span.moved(by: shift)) }
    for attempt in shared.attempts.dropFirst(mark.attempts) { append(attempt) }
  }

  func append(_ attempt: Attempt) {
    state.withLock { $0.attempts.append(attempt) }
  }

  func append(_ span: TimelineSpan) {
    state.withLock { state in
      if state.spans.count < Self.limit { state.spans.append(span) }
    }
  }
}

/// One attempt of a call, as the history of the call keeps it.
///
/// A failure is kept as its ``NetworkRequestError/Kind`` and its words, not as the error: an error leads to its
/// request, and that to this history again.
public struct Attempt: Sendable, Hashable, Codable {
  /// The outcome of an attempt.
  public enum Outcome: Sendable, Hashable, Codable {
    /// A response came, with that status.
    case status(Int)
    /// No response came; the kind and the words of the error say why.
    case failed(NetworkRequestError.Kind, description: String)
  }

  /// The number of the attempt, from 1.
  public let number: Int
  /// The time from the start of the first attempt to the start of this one.
  public let start: Duration
  /// The time until the response came (for a streamed one its header section) or the attempt failed.
  public let duration: Duration
  /// The status, or the failure.
  public let outcome: Outcome
  /// The wait before the next attempt; nil for the last one.
  public let wait: Duration?
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
  /// The attempts of the call that failed, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request?.record?.attempts ?? [] }
}

extension NetworkResponse {
  /// The attempts that it took, the last one included; empty where nothing in the stack retries.
  public var attempts: [Attempt] { request.record?.attempts ?? [] }
}

extension NetworkRequestError {
  /// What happened to the call that failed; nil where its request could not be built.
  public var timeline: Timeline? {
    Timeline(of: request, outcome: status.map(HTTPStatus.words) ?? kind.rawValue)
  }
}

extension NetworkResponse {
  /// What happened to the call that this answers; nil where no dispatcher sent it.
  public var timeline: Timeline? {
    Timeline(of: request, outcome: HTTPStatus.words(status))
  }
}
