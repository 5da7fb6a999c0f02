/// A dispatcher that sends requests through a transport and maps the status of each response to a ``NetworkRequestError``.
///
/// ```swift
/// let dispatcher = NetworkDispatcher(urlSession: .shared)
/// let client = APIClient(
///   baseURL: "https://api.example.com", networkDispatcher: dispatcher)
/// ```
/// With every transport the dispatcher also ensures that a call ends at its deadline, and that a body in memory has at
/// most ``RequestOptions/maximumBodySize`` bytes.
public struct NetworkDispatcher: Sendable {
  /// The parts, in one object that each call copies a reference to.
  private struct Parts: Sendable {
    let transport: any Transport
    let statusMapping: StatusMapping
    let clock: CallClock
    /// The authenticators of the stack, which are asked for the user of a call when it starts.
    let authenticators: [ScopedAuthenticator]
  }

  private let parts: CopyOnWrite<Parts>

  /// The transport that sends each request: a terminal transport or a stack of decorators.
  public var transport: any Transport { parts.value.transport }
  /// The rule that decides which responses are errors.
  public var statusMapping: StatusMapping { parts.value.statusMapping }
  /// The clock that measures deadlines and the client's waits between attempts.
  public var clock: CallClock { parts.value.clock }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends each request; the platform's own by default.
  ///   - statusMapping: The rule that decides which responses are errors; by their status by default.
  ///   - clock: The clock that measures deadlines and waits, and of whose date the layers of the stack make use; a test injects
  ///     its own.
  public init(
    transport: any Transport = DefaultTransport.shared, statusMapping: StatusMapping = .standard,
    clock: CallClock = .continuous
  ) {
    parts = CopyOnWrite(
      Parts(
        transport: transport, statusMapping: statusMapping, clock: clock,
        authenticators: IdentifyingLayers(in: transport).sources))
  }

  /// Sends a request and returns its response if the status is a success.
  ///
  /// ```swift
  /// let response = try await dispatcher.send(TransportRequest(url: url))
  /// let todos = try response.decoded(as: [Todo].self)
  /// ```
  /// The body is delivered as ``TransportRequest/delivery`` requests. If the task is cancelled, the call ends with
  /// ``NetworkRequestError/cancelled(_:)``.
  ///
  /// - Throws: The error for the status of the response; ``NetworkRequestError/urlSessionFailed(_:)`` if no response
  ///   arrived; ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/bodyTooLarge(_:request:)``; and what the
  ///   layers of the stack throw.
  public func send(
    _ request: consuming TransportRequest
  ) async throws(NetworkRequestError) -> NetworkResponse {
    // The record and the deadline are first: every later step, layer and error refers to the record, and the deadline
    // covers queues, attempts, waits, redirects and the body. A request of an earlier call begins anew.
    request.record?.copyUsers(of: nil)
    return try await runUninlined(request.starting(on: clock))
  }

  /// Sends the request of a call that has begun: see ``begin(_:)``.
  @inline(__always)
  func run(_ request: consuming TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    let (call, replacement) = try prepared(request)
    // The stack sends the request, and the status of its response decides the call.
    let response: NetworkResponse
    do throws(NetworkRequestError) {
      response =
        if call.credentials == nil, parts.value.authenticators.isEmpty, call.deadline == nil {
          try await validated(call)
        } else {
          try await complete(call)
        }
    } catch {
      call.delivery.abandon()
      throw error
    }
    // The file of a response that nothing refused moves to its destination.
    guard let replacement else { return response }
    return try await replacement.finish(response)
  }

  @inline(never)
  private func prepared(
    _ request: consuming TransportRequest
  ) throws(NetworkRequestError) -> (call: TransportRequest, replacement: FileReplacement?) {
    // The idempotency key is added before the stack, so that all attempts have the same one.
    let outgoing = request.carryingIdempotencyKey().carryingUserAgent()
    // A file is written next to its destination, because a layer or the status may still refuse the response.
    let replacement = try FileReplacement(outgoing)
    return (replacement?.temporary ?? outgoing, replacement)
  }

  /// ``run(_:)`` where a frame more does not matter: of each inlined copy, a program has 8 KB more.
  @inline(never)
  func runUninlined(
    _ request: consuming TransportRequest
  ) async throws(NetworkRequestError) -> NetworkResponse {
    try await run(request)
  }

  /// Asks for the user of the call, completes the request within its deadline, and sends it. Never inlined, so that other calls
  /// need no frame for it.
  @inline(never)
  private func complete(_ call: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    let steps = { @Sendable (call: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse in
      // First of all: another user may log in while the call waits for its slot or its credentials.
      for authenticator in parts.value.authenticators { _ = await authenticator.identity(of: call) }
      let complete: TransportRequest
      do throws(NetworkRequestError) { complete = try await call.addingCredentials() } catch {
        throw error.labelled(for: call)
      }
      return try await validated(complete)
    }
    guard let deadline = call.deadline else { return try await steps(call) }
    return try await deadline.bound(call, steps)
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  private func validated(_ call: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    guard !Task.isCancelled else { throw .cancelled(call) }
    let response: TransportResponse
    do throws(NetworkRequestError) { response = try await transport.send(call) } catch {
      throw error.labelled(for: call)
    }
    // Layers see responses with any status; only here does one become an error.
    return try await statusMapping.validate(NetworkResponse(response, to: call))
  }
}

extension NetworkDispatcher {
  /// Begins a call whose request `make` builds. Its record and its deadline begin before that, and an error of `make` has the
  /// record.
  func begin(
    _ make: () throws(NetworkRequestError) -> TransportRequest
  ) throws(NetworkRequestError) -> TransportRequest {
    let record = CallRecord(on: clock)
    do throws(NetworkRequestError) { return try make().starting(on: clock, with: record) } catch {
      throw error.completingInvalidRequest { $0.beginning = (record, TransportRequest.ID()) }
    }
  }

  /// Returns the schedule of further attempts that the client itself makes.
  func schedule(
    _ policy: any RetryPolicy, budget: RetryBudget? = nil, maximumRetryAfter: Duration
  ) -> RetrySchedule {
    RetrySchedule(policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter)
  }
}
