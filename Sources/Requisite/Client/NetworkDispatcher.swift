/// A dispatcher that sends requests through a transport and maps the status of each response to a ``NetworkRequestError``.
///
/// ```swift
/// let dispatcher = NetworkDispatcher(urlSession: .shared)
/// let client = APIClient(baseURL: "https://api.example.com", networkDispatcher: dispatcher)
/// ```
/// With every transport the dispatcher also ensures that a call ends at its deadline, and that a body in memory has at
/// most ``RequestOptions/maximumBodySize`` bytes.
public struct NetworkDispatcher: Sendable {
  /// The parts, in one object that each call copies a reference to.
  private final class Parts: Sendable {
    let transport: any Transport
    let statusMapping: StatusMapping
    let clock: CallClock
    let wallClock: @Sendable () -> Date

    init(
      _ transport: any Transport, _ statusMapping: StatusMapping, _ clock: CallClock,
      _ wallClock: @escaping @Sendable () -> Date
    ) {
      self.transport = transport
      self.statusMapping = statusMapping
      self.clock = clock
      self.wallClock = wallClock
    }
  }

  private let parts: Parts

  /// The transport that sends each request: a terminal transport or a stack of decorators.
  public var transport: any Transport { parts.transport }
  /// The rule that decides which responses are errors.
  public var statusMapping: StatusMapping { parts.statusMapping }
  /// The clock that measures deadlines and the client's waits between attempts.
  public var clock: CallClock { parts.clock }
  /// The wall clock that a date in `Retry-After` is compared with if the response has no `Date`.
  var wallClock: @Sendable () -> Date { parts.wallClock }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends each request; the platform's own by default.
  ///   - statusMapping: The rule that decides which responses are errors; by their status by default.
  ///   - clock: The clock that measures deadlines and waits; a test injects its own.
  ///   - wallClock: The wall clock that a date in `Retry-After` is compared with if the response has no `Date`, for the
  ///     attempts that the client itself makes: downloads, event sources and `attempts:`.
  public init(
    transport: any Transport = DefaultTransport.shared, statusMapping: StatusMapping = .standard,
    clock: CallClock = .continuous, wallClock: @escaping @Sendable () -> Date = { Date() }
  ) {
    parts = Parts(transport, statusMapping, clock, wallClock)
  }

  /// Sends a request and returns its response if the status is a success.
  ///
  /// The body is delivered as ``TransportRequest/delivery`` requests. If the task is cancelled, the call ends with
  /// ``NetworkRequestError/cancelled(_:)``.
  ///
  /// - Throws: The error for the status of the response; ``NetworkRequestError/urlSessionFailed(_:)`` if no response
  ///   arrived; ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/bodyTooLarge(_:)``; and what the
  ///   layers of the stack throw.
  public func send(
    _ request: consuming TransportRequest
  ) async throws(NetworkRequestError) -> NetworkResponse {
    let request = request.recorded(on: clock).carryingIdempotencyKey()
    guard let replacement = FileReplacement(request) else { return try await bounded(request) }
    return try await replacement.finish(try await bounded(replacement.beside))
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  private func bounded(_ request: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    guard let deadline = request.effectiveDeadline(on: clock) else { return try await exchange(request) }
    return try await deadline.bound(request) { bounded throws(NetworkRequestError) in
      try await exchange(bounded)
    }
  }

  @inline(__always)
  private func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> NetworkResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let response = NetworkResponse(try await transport(for: request).send(request), to: request)
    guard !Task.isCancelled else {
      response.body.discard()
      throw .cancelled(request)
    }
    guard case .data(let data) = response.body else { return try await checkingStatus(of: response) }
    // The status is judged before the body: a bad body of an error response never hides the status.
    let limit = request.options.maximumBodySize
    let isTooLarge = data.count > limit
    let judgedCount = request.delivery.isBuffered ? limit : min(limit, FailedResponse.limit)
    let judged =
      data.count > judgedCount ? response.replacing(body: .data(data.prefix(judgedCount))) : response
    if let error = statusMapping.error(for: judged) { throw error }
    guard !isTooLarge else { throw .bodyTooLarge(BodyTooLarge(limit: limit, request: request)) }
    if let failure = response.bodyFailure { throw failure }
    return response
  }

  private func transport(for request: TransportRequest) -> any Transport {
    request.options.compressesBody == true ? transport.compressed() : transport
  }

  /// Returns a successful response unchanged. With an error status, the start of the stream or file is read into
  /// memory, so that the error contains it.
  private func checkingStatus(
    of response: NetworkResponse
  ) async throws(NetworkRequestError) -> NetworkResponse {
    guard statusMapping.error(for: response) != nil else {
      guard let failure = response.bodyFailure else { return response }
      response.body.discard()
      throw failure
    }
    let whole = try await FailedResponse(response).inMemory()
    throw statusMapping.error(for: whole) ?? NetworkRequestError(status: whole)
  }
}

extension NetworkDispatcher {
  /// Returns the schedule of further attempts that the client itself makes, measured by the dispatcher's clocks.
  func schedule(
    _ policy: any RetryPolicy, budget: RetryBudget? = nil, maximumRetryAfter: Duration
  ) -> RetrySchedule {
    RetrySchedule(
      policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter, clock: clock, wallClock: wallClock
    )
  }
}

extension NetworkDispatcher {
  /// Sends a request that was built by hand, and decodes its response.
  ///
  /// ```swift
  /// let todos: [Todo] = try await dispatcher.dispatch(request: TransportRequest(url: url))
  /// ```
  /// - Throws: What ``send(_:)`` throws, and ``NetworkRequestError/decodingError(_:)``.
  public func dispatch<Value: Decodable & Sendable>(
    request: TransportRequest, using decoder: any ResponseDecoder = BodyCoders.standard.response
  ) async throws(NetworkRequestError) -> Value {
    let response = try await send(request)
    guard !Task.isCancelled else { throw .cancelled(request) }
    try response.checkContentType(for: Value.self)
    return try response.decoded(using: decoder)
  }
}
