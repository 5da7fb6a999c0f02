/// A transport that answers from a list of stubs and sends nothing.
///
/// ```swift
/// let stub = StubTransport {
///   On(.get, "/todos").respond(json: [Todo(id: 1, title: "Test")])
///   On(.post, "/todos").respond(status: 201, json: created).once()
/// }
/// let client = APIClient(baseURL: "https://api.example.com", transport: stub)
/// …
/// #expect(stub.requests.count == 2)
/// try stub.verify()
/// ```
/// Each client gets one of its own: there is nothing global, so tests run side by side. A request is answered by the
/// first stub that matches and is not used up. One that none answers fails with `NetworkRequestError.unknownError`
/// and an ``UnmatchedRequest``, which names the nearest stub and the difference. Redirects are followed as with
/// every terminal transport; each hop is a request of its own here.
public final class StubTransport: TerminalTransport {
  /// In what order requests must come.
  public enum Order: Sendable {
    /// Stubs may be used in any order.
    case any
    /// As the stubs stand: a request must match the first stub that is not used up. A stub without a number of times
    /// is used once.
    case declared
  }

  private let script: StubScript
  private let clock: CallClock?

  /// Makes a transport of stubs, one a line.
  ///
  /// - Parameters:
  ///   - order: In what order requests must come: any, by default.
  ///   - clock: The clock that delays are measured by; that of the call by default, which is its dispatcher's.
  public convenience init(
    order: Order = .any, clock: CallClock? = nil, @StubBuilder stubs: () -> [Stub]
  ) {
    self.init(stubs(), order: order, clock: clock)
  }

  /// Makes a transport of a list of stubs.
  public init(_ stubs: [Stub], order: Order = .any, clock: CallClock? = nil) {
    script = StubScript(stubs, order: order)
    self.clock = clock
  }

  /// All requests so far, in the order in which they came; those that none answered are among them.
  public var requests: [RecordedRequest] { script.requests }

  /// Waits until at least `count` requests have come, and returns all of them: for what is to happen while a call is
  /// under way.
  ///
  /// - Throws: `CancellationError` where the task is cancelled before, as by the time limit of a test.
  @discardableResult
  public func requests(atLeast count: Int) async throws -> [RecordedRequest] {
    try await script.wait(for: count)
    return requests
  }

  /// Answers a request by the first stub that matches.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let sent = RecordedRequest(request, body: try await request.body.bytes(of: request))
    let response: StubResponse
    do { response = try await script.answer(sent)(sent) } catch {
      throw NetworkRequestError(error, request: request)
    }
    return try await response.response(to: request, on: clock)
  }

  /// Checks that all has come as the stubs say.
  ///
  /// - Throws: ``UnmetStubs`` where a stub was not used (one with a number of times: not that often), unless it is
  ///   ``Stub/optional()``, or a request came that none answers.
  public func verify() throws {
    let problems = script.problems
    guard problems.isEmpty else { throw UnmetStubs(problems: problems) }
  }
}

/// A request for which a ``StubTransport`` has no answer; carried by `NetworkRequestError.unknownError`.
public struct UnmatchedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// The request that no stub answers.
  public let request: RecordedRequest
  /// The nearest stub and its difference from the request; nil without stubs.
  public let nearest: String?

  /// The request, the nearest stub and the differences.
  public var description: String {
    guard let nearest else { return "no stub answers \(request.request): the transport has no stubs" }
    return "no stub answers \(request.request); the nearest is \(nearest)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

/// What ``StubTransport/verify()`` found: stubs that were not used as often as they say, and requests that none
/// answered.
public struct UnmetStubs: LocalizedError, CustomStringConvertible, Sendable {
  /// One sentence for each.
  public let problems: [String]

  /// The problems, one a line.
  public var description: String { problems.joined(separator: "\n") }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
