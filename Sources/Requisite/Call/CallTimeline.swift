/// The history of a call: waits, attempts, redirects, exchanges and their phases, each with its time.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// if let timeline = response.timeline { print(timeline) }
/// ```
/// A timeline prints as a small waterfall, and is `Codable`, to be stored or sent elsewhere. Secrets
/// in the URL are left out.
public struct CallTimeline: Sendable, Hashable, Codable {
  /// The id of the call.
  public let id: String
  /// The method and the URL, without secrets; the type of a request that could not be built.
  public let request: String
  /// The outcome: a status, or the name of a case of ``NetworkRequestError``.
  public let outcome: String
  /// The time from the beginning of the call to the end of its last span, or until now if there is no span.
  ///
  /// The body of a streamed response is included only after it has been read.
  public let duration: Duration
  /// The spans of the layers, ordered by their start.
  public let spans: [Span]
  /// The attempts; empty if no layer makes attempts.
  public let attempts: [Attempt]

  init?(of request: TransportRequest?, outcome: String) {
    guard let request, let record = request.record else { return nil }
    self.init(record, of: request.id, request.description, outcome)
  }

  /// The history of a call whose request could not be built, by the type of the request.
  init?(of problem: InvalidRequest) {
    guard let (record, id) = problem.beginning else { return nil }
    self.init(record, of: id, problem.subject ?? "", NetworkRequestError.Kind.invalidRequest.rawValue)
  }

  private init(_ record: CallRecord, of id: TransportRequest.ID, _ request: String, _ outcome: String) {
    self.id = id.description
    self.request = request
    self.outcome = outcome
    attempts = record.attempts
    spans = record.spans
    duration = spans.map { $0.start + $0.duration }.max() ?? record.now
  }
}

extension CallTimeline {
  /// A span of time in which one layer did something for a call.
  public struct Span: Sendable, Hashable, Codable {
    /// The name of the layer, such as "transport".
    public let layer: String
    /// What the layer did, such as "waited".
    public let event: String
    /// The start, counted from the beginning of the call; negative if the call joined another one that had already begun.
    public let start: Duration
    /// The length of the span.
    public let duration: Duration
    /// A few more words; nil if the event says everything.
    public let detail: String?
    /// The phases of an exchange, if the transport reports them.
    public let phases: Timings?

    /// Creates a span, such as for a test.
    public init(
      layer: String, event: String, start: Duration, duration: Duration, detail: String? = nil,
      phases: Timings? = nil
    ) {
      self.layer = layer
      self.event = event
      self.start = start
      self.duration = duration
      self.detail = detail
      self.phases = phases
    }
  }
}

extension CallTimeline.Span {
  /// Returns a copy of the span whose start is later by `shift`.
  func shifted(by shift: Duration) -> Self {
    Self(
      layer: layer, event: event, start: start + shift, duration: duration, detail: detail, phases: phases)
  }
}

extension CallTimeline {
  /// The times of the phases of one exchange, and the numbers of bytes that were transferred.
  ///
  /// Each time is counted from the moment the transport received the request, so the length of a phase is the difference
  /// to the time before. A phase that was not needed ends where it began, such as the phases before ``requestSent`` on a
  /// reused connection. The timings of a streamed response are set up to ``firstByte``, and ``lastByte`` is the end of
  /// its header section; ``ByteStream/end`` has the final timings.
  public struct Timings: Sendable, Hashable, Codable {
    /// The end of the wait for a free connection or for room to open a new one.
    ///
    /// Time lost on a reused connection that turns out to be dead counts as waiting, too.
    public var queued: Duration = .zero
    /// The end of the name look-up.
    public var nameResolved: Duration = .zero
    /// The time at which the connection was established.
    public var connected: Duration = .zero
    /// The end of the TLS handshake; the same as ``connected`` without TLS.
    public var secured: Duration = .zero
    /// The time at which sending the request began.
    public var requestSent: Duration = .zero
    /// The time at which the first byte of the response arrived.
    public var firstByte: Duration = .zero
    /// The time at which the last byte of the response arrived.
    public var lastByte: Duration = .zero
    /// The bytes of the response body as received, before decompression.
    public var bytesReceived: Int64 = 0
    /// The bytes of the request body that were sent. Old versions of libcurl also count the framing of a body that is sent in
    /// chunks, without a Content-Length.
    public var bytesSent: Int64 = 0
    /// True if an existing connection was reused.
    public var reusedConnection = false
    /// The version of HTTP, such as "HTTP/2"; nil if the transport does not report it.
    public var httpVersion: String?
    /// The address and port of the server or proxy, such as "127.0.0.1:8080"; nil without an address,
    /// such as for a Unix socket.
    public var remoteAddress: String?

    /// Creates timings that are all zero.
    public init() {}
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
    public internal(set) var number = 0
    /// The time from the start of the first attempt to the start of this one.
    public let start: Duration
    /// The time from the start of the attempt until its response (for a streamed one, the header
    /// section) arrived or it failed.
    public let duration: Duration
    /// The status of the response, or the failure.
    public let outcome: Outcome
    /// The wait before the next attempt; nil for the last attempt.
    public internal(set) var wait: Duration?
  }
}

extension CallTimeline.Attempt: CustomStringConvertible {
  /// The attempt in one line.
  public var description: String {
    let result =
      switch outcome {
      case .status(let status): "\(status)"
      case .failed(_, let description): description
      }
    let times = "after \(DurationText.short(start)), in \(DurationText.short(duration))"
    return "attempt \(number) \(times): \(result)\(wait.map { "; waited \(DurationText.short($0))" } ?? "")"
  }
}

extension NetworkRequestError {
  /// The attempts of the failed call, including the last one; empty if nothing in the stack retries, or the
  /// error names no request.
  public var attempts: [CallTimeline.Attempt] { record?.attempts ?? [] }

  /// The record of the failed call; nil if it is not known.
  var record: CallRecord? {
    if case .invalidRequest(let problem) = self, let (record, _) = problem.beginning { return record }
    return request?.record
  }

  /// The history of the failed call, also of one whose request could not be built; nil if no client or dispatcher made the
  /// call, or the error does not name it.
  public var timeline: CallTimeline? {
    if case .invalidRequest(let problem) = self, problem.call.request == nil {
      return CallTimeline(of: problem)
    }
    return CallTimeline(of: request, outcome: outcome)
  }
}

extension NetworkResponse {
  /// The attempts that the call took, including the last one; empty if nothing in the stack retries.
  public var attempts: [CallTimeline.Attempt] { request.record?.attempts ?? [] }

  /// The history of the call that led to this response; nil if no dispatcher sent the request.
  public var timeline: CallTimeline? { CallTimeline(of: request, outcome: HTTPStatus.text(status)) }
}

extension NetworkRequestError {
  /// How a timeline shows the end of the call: the status, or else the name of the case.
  private var outcome: String { status.map(HTTPStatus.text) ?? kind.rawValue }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// The outcome of a call or of a part of it, as an event of a timeline.
  var text: String {
    switch self {
    case .success(let response): HTTPStatus.text(response.status)
    case .failure(let error): error.kind.rawValue
    }
  }
}

extension CallTimeline: CustomStringConvertible {
  /// The call as a waterfall: one line for each span, with a bar, its start and its duration.
  public var description: String {
    let head = "\(request) — \(outcome) in \(DurationText.short(duration))"
    return ([head] + spans.flatMap(lines)).joined(separator: "\n")
  }

  private static let barWidth = 24

  private func lines(of span: Span) -> [String] {
    let name = Self.column(span.layer, 11) + Self.column(span.event, 15)
    let times =
      Self.right(DurationText.short(span.start), 9) + Self.right(DurationText.short(span.duration), 9)
    let line = "  \(name) \(bar(span))\(times)"
    let details = [span.detail, span.phases.map(Self.text)].compactMap(\.self)
    return [line] + details.map { "    \($0)" }
  }

  /// The position of the span in the call, at least one mark wide.
  private func bar(_ span: Span) -> String {
    let whole = max(duration / .nanoseconds(1), 1)
    let width = Double(Self.barWidth)
    // Limited before the conversion: the times of a decoded timeline can be any.
    let offset = { (time: Duration) in Int(min(max(0, (time / .nanoseconds(1)) / whole * width), width)) }
    let start = min(offset(span.start), Self.barWidth - 1)
    let length = min(max(1, offset(span.duration)), Self.barWidth - start)
    let space = String(repeating: "·", count: start)
    return Self.column(space + String(repeating: "█", count: length), Self.barWidth, filling: "·")
  }

  private static func text(_ phases: Timings) -> String {
    var parts: [String] = []
    func add(_ name: String, _ start: Duration, _ end: Duration) {
      if end > start { parts.append("\(name) \(DurationText.short(end - start))") }
    }
    add("queue", .zero, phases.queued)
    add("DNS", phases.queued, phases.nameResolved)
    add("connect", phases.nameResolved, phases.connected)
    add("TLS", phases.connected, phases.secured)
    add("first byte", phases.requestSent, phases.firstByte)
    add("body", phases.firstByte, phases.lastByte)
    parts.append("\(phases.bytesSent) B out, \(phases.bytesReceived) B in")
    parts += [phases.httpVersion, phases.reusedConnection ? "kept connection" : nil].compactMap(\.self)
    return parts.joined(separator: ", ")
  }

  private static func column(_ text: String, _ width: Int, filling: Character = " ") -> String {
    let fits = text.count <= width ? text : text.prefix(width - 1) + "…"
    return fits + String(repeating: filling, count: width - fits.count)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}

/// Formats durations for readers, with three digits: `0.42 ms`, `12.3 ms`, `1.25 s`.
enum DurationText {
  static func short(_ time: Duration) -> String {
    let signed = time / .milliseconds(1)
    return signed < 0 ? "-\(short(milliseconds: -signed))" : short(milliseconds: signed)
  }

  private static func short(milliseconds: Double) -> String {
    let (value, unit) = milliseconds < 1_000 ? (milliseconds, "ms") : (milliseconds / 1_000, "s")
    return "\(fixed(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0)) \(unit)"
  }

  /// Returns the number with `digits` digits after the point, whatever the system's language.
  private static func fixed(_ value: Double, digits: Int) -> String {
    let scale: Int64 = [1, 10, 100][digits]
    let scaled = Int64(min((value * Double(scale)).rounded(), 9e18))
    guard digits > 0 else { return String(scaled) }
    let rest = String(scaled % scale)
    return "\(scaled / scale).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}
