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
/// Give each client a transport of its own: there is no global state, so tests can run in parallel. The first matching
/// stub that is not used up answers a request. If no stub matches, the request fails with
/// `NetworkRequestError.unknownError` and an ``UnmatchedRequest``, which names the nearest stub and the difference.
/// Redirects are followed as by every terminal transport; each hop is a separate request here.
public final class StubTransport: TerminalTransport {
  /// The order in which requests must arrive.
  public enum Order: Sendable {
    /// Stubs may be used in any order.
    case any
    /// In the order of the stubs: a request must match the first stub that is not used up. A stub without a limit is
    /// used once.
    case declared
  }

  private let script: StubScript
  private let clock: CallClock?

  /// Makes a transport from stubs, one per line.
  ///
  /// - Parameters:
  ///   - order: The order in which requests must arrive: any, by default.
  ///   - clock: The clock that measures delays; by default that of the call, which is its dispatcher's.
  public convenience init(
    order: Order = .any, clock: CallClock? = nil, @StubBuilder stubs: () -> [Stub]
  ) {
    self.init(stubs(), order: order, clock: clock)
  }

  /// Makes a transport from an array of stubs.
  public init(_ stubs: [Stub], order: Order = .any, clock: CallClock? = nil) {
    script = StubScript(stubs, order: order)
    self.clock = clock
  }

  /// All requests so far, in the order of arrival, including those that no stub answered. A request that fails before it is
  /// sent is not among them: one whose response has no place, because a file exists at its destination, or whose URL or method
  /// no transport sends.
  public var requests: [RecordedRequest] { script.requests }

  /// Waits until at least `count` requests have arrived, and returns all of them. Use it to act while a call is under
  /// way.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first, for example by the time limit of a test.
  @discardableResult
  public func requests(atLeast count: Int) async throws -> [RecordedRequest] {
    try await script.wait(for: count)
    return requests
  }

  /// Answers a request by the first matching stub that is not used up.
  public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // Such a request does not reach a server.
    try request.checkedTarget()
    let sent = RecordedRequest(request, body: try await request.body.bytes(of: request))
    let response: StubResponse
    do { response = try await script.answer(sent)(sent) } catch {
      throw NetworkRequestError(error, request: request)
    }
    return try await response.response(to: request, on: clock)
  }

  /// Checks that all stubs were used, and all requests answered.
  ///
  /// - Throws: ``UnmetStubs`` if a stub was never used, or less often than its limit, unless it is ``Stub/optional()``;
  ///   or if a request matched no stub.
  public func verify() throws {
    let problems = script.problems
    guard problems.isEmpty else { throw UnmetStubs(problems: problems) }
  }
}

/// The error for a request that no stub of a ``StubTransport`` answers; carried by `NetworkRequestError.unknownError`.
public struct UnmatchedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// The request that no stub answers.
  public let request: RecordedRequest
  /// The nearest stub and its differences from the request; nil if there are no stubs.
  public let nearest: String?

  /// The request, the nearest stub and the differences.
  public var description: String {
    guard let nearest else { return "no stub answers \(request.request): the transport has no stubs" }
    return "no stub answers \(request.request); the nearest is \(nearest)"
  }

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}

/// The error of ``StubTransport/verify()`` and ``ReplayTransport/verify()``: stubs or exchanges that were not used,
/// requests that no stub answered, a recording that was not written.
public struct UnmetStubs: LocalizedError, CustomStringConvertible, Sendable {
  /// The problems, one sentence each.
  public let problems: [String]

  /// The problems, one per line.
  public var description: String { problems.joined(separator: "\n") }

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}

/// The stubs of a transport, and how often each was used.
final class StubScript: Sendable {
  private struct State {
    var uses: [Int]
    var requests: [RecordedRequest] = []
    var unmatched: [UnmatchedRequest] = []
    var watchers = Watchers()
  }

  private let stubs: [Stub]
  private let state: Locked<State>
  private let waiters = Waiters<Bool>()
  private let order: StubTransport.Order

  init(_ stubs: [Stub], order: StubTransport.Order) {
    self.order = order
    self.stubs = order == .any ? stubs : stubs.map { $0.limit == nil ? $0.once() : $0 }
    state = Locked(State(uses: stubs.map { _ in 0 }))
  }

  var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// Returns the answer to a request, and records the request. Throws ``UnmatchedRequest`` if no stub matches.
  func answer(_ request: RecordedRequest) throws -> Stub.Answer {
    // Conditions may be code of the test, so they are evaluated before the lock is taken.
    let differences = stubs.map { $0.differences(request) }
    defer {
      waiters.wake(
        state.withLock { state in state.watchers.wakeReached { [count = state.requests.count] _ in count } })
    }
    return try state.withLock { state in
      state.requests.append(request)
      for (index, stub) in stubs.enumerated() {
        guard let answer = stub.answer(state.uses[index]) else { continue }
        if differences[index].texts.isEmpty {
          state.uses[index] += 1
          return answer
        }
        if order == .declared { break }
      }
      let unmatched = UnmatchedRequest(request: request, nearest: nearest(differences, state.uses))
      state.unmatched.append(unmatched)
      throw unmatched
    }
  }

  /// Waits until at least `count` requests have arrived.
  func wait(for count: Int) async throws {
    try await waiters.wait { ticket in
      state.withLock { state in
        state.watchers.add(Watcher(count: count, ticket: ticket)) { [received = state.requests.count] _ in
          received
        }
      }
    } leave: { [state] ticket in
      state.withLock { $0.watchers.cancel(ticket) }
    }
  }

  var problems: [String] {
    state.withLock { state in
      zip(stubs, state.uses).compactMap(Self.problem) + state.unmatched.map(\.description)
    }
  }

  private static func problem(of stub: Stub, uses: Int) -> String? {
    guard !stub.isOptional, uses < stub.limit ?? 1 else { return nil }
    let wanted = stub.limit.map { "\(uses) of \($0) times" } ?? "never"
    return "the stub \(stub) was used \(wanted)"
  }

  /// Describes the stub with the smallest distance; of equal ones the first. If the order is declared, only the next
  /// stub is a candidate.
  private func nearest(_ differences: [Differences], _ uses: [Int]) -> String? {
    let usable = stubs.indices.first { stubs[$0].answer(uses[$0]) != nil }
    let candidates = order == .declared ? usable.map { [$0] } ?? [] : Array(stubs.indices)
    guard let index = candidates.min(by: { differences[$0].distance < differences[$1].distance }) else {
      return stubs.last.map { "\($0); all stubs are used up" }
    }
    let texts = differences[index].texts.isEmpty ? ["it is used up"] : differences[index].texts
    return "\(stubs[index]): \(texts.joined(separator: "; "))"
  }
}
