extension Transport {
  /// Lets equal calls at the same time share one request: three views that load the same list send one request.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().duplicatesRemoved()
  /// ```
  /// Two calls are equal if their method, URL, header fields and options are equal, and if the authenticators and cookie jars
  /// inside add the credentials of the same user (``Authenticator/identity(of:)``). Only safe methods (RFC 9110 §9.2.1)
  /// without a body are shared, and only responses in memory: a stream can be read once, and a file has one owner. All
  /// other calls pass through unchanged.
  ///
  /// Each call gets the response, or the error, with its own request and id. The timeline of a call that joined shows
  /// that it joined, how long it waited, and what the shared call did; steps from before it joined have a negative start.
  /// If a call is cancelled, or its deadline passes, the others continue; when the last one gives up, the request is
  /// cancelled. No response is stored: a call that starts after the response has arrived sends a request of its own.
  ///
  /// Options are compared if their types are `Equatable`; all other options count as equal.
  ///
  /// Place this layer outside all layers that wait or send, so that their work is shared too.
  ///
  /// - Parameter ignored: The names of header fields that make no difference to the response. By default those that
  ///   identify a single call: `traceparent`, `tracestate` and `X-Request-ID`. All others are compared, because a field
  ///   that the library does not know may be a credential, and a response for one user must not go to another.
  public func duplicatesRemoved(
    ignoring ignored: Set<HTTPHeaderName> = [.traceparent, .tracestate, .xRequestID]
  ) -> some Transport {
    DeduplicationTransport(upstream: self, ignored: ignored)
  }
}

/// The transport that lets equal calls at the same time share one request.
struct DeduplicationTransport<Upstream: Transport>: Transport {
  private typealias Waiter = CheckedContinuation<SharedWait, Never>
  private typealias Flights = SharedFlights<DuplicateKey, Waiter, SharedRequest>

  /// The request that several calls wait for.
  private struct SharedRequest {
    let task: Task<Void, Never>
    /// The latest deadline of the waiting calls; nil if the call that started the request has none.
    let deadline: CallDeadline?
  }

  private let upstream: Upstream
  private let ignored: Set<HTTPHeaderName>
  /// The layers inside, which are found once.
  private let layers: IdentifyingLayers
  private let flights = Locked(Flights())
  private let lastTicket = Locked(0)

  init(upstream: Upstream, ignored: Set<HTTPHeaderName>) {
    self.upstream = upstream
    self.ignored = ignored
    layers = IdentifyingLayers(in: upstream)
  }

  /// The number of calls that wait for a response, their own or a shared one.
  var waiterCount: Int { flights.withLock { $0.waiterCount } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard DuplicateKey.mayShare(request), let identity = await layers.identity(of: request) else {
      return try await upstream.send(request)
    }
    let key = DuplicateKey(request, identity, ignoring: ignored)
    let ticket = lastTicket.next()
    let start = request.record?.now ?? .zero
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { join(key, ticket, $0, for: request) }
    } onCancel: {
      leave(key, ticket)
    }
    let response = try end.response(to: request, since: start).get()
    // The user may have changed since the calls were found to be equal.
    if end.isJoined, await !layers.haveSent(identity, response, to: request) {
      return try await upstream.send(request)
    }
    return response
  }

  private func join(_ key: DuplicateKey, _ ticket: Int, _ waiter: Waiter, for request: TransportRequest) {
    let joined = flights.withLock { flights in
      // Checked under the lock: either the cancellation is seen here, or `leave` comes later and finds the waiter.
      guard !Task.isCancelled else { return false }
      let joined = flights.join(key, ticket, waiter) {
        let deadline = request.deadline.map(CallDeadline.init(sharing:))
        return SharedRequest(
          task: Task { await sendShared(request, until: deadline, for: key, number: ticket) },
          deadline: deadline)
      }
      joined?.deadline?.extend(to: request.deadline)
      return true
    }
    if !joined { waiter.resume(returning: .left(joined: false)) }
  }

  private func leave(_ key: DuplicateKey, _ ticket: Int) {
    guard let departure = flights.withLock({ $0.leave(key, ticket) }) else { return }
    departure.abandoned?.task.cancel()
    departure.waiter.resume(returning: .left(joined: departure.number != ticket))
  }

  /// Sends the request for all waiting calls. Each call ends by its own deadline. The layers below see the latest of
  /// these deadlines, so that no layer starts a wait that is longer than all of them. A call without a dispatcher keeps
  /// the deadline of its options, which the terminal transport applies.
  private func sendShared(
    _ request: TransportRequest, until deadline: CallDeadline?, for key: DuplicateKey, number: Int
  ) async {
    let beginning = request.record?.mark()
    let result = await upstream.outcome(of: deadline.map(request.shared(until:)) ?? request)
    let call = SharedCall(request: request, beginning: beginning, result: result)
    for (ticket, waiter) in flights.withLock({ $0.end(key, number: number) }) {
      waiter.resume(returning: .ended(call, joined: ticket != number))
    }
  }
}

/// The parts of a request that must be equal for two calls to share a response.
struct DuplicateKey {
  private let method: HTTPMethod
  private let url: String
  private let headers: HTTPHeaders
  private let options: RequestOptions
  private let identity: CallIdentity
  /// Computed once, because a look-up reads it several times.
  private let hash: Int

  /// True if a call may share a response with others.
  static func mayShare(_ request: TransportRequest) -> Bool {
    request.method.isSafe && request.delivery == .buffered && request.body.isNone
  }

  /// Creates the key of a call that may be shared.
  init(_ request: TransportRequest, _ identity: CallIdentity, ignoring ignored: Set<HTTPHeaderName>) {
    self.identity = identity
    method = request.method
    url = request.url.absoluteString
    options = request.options
    var hasher = Hasher()
    hasher.combine(method)
    hasher.combine(url)
    hash = hasher.finalize()
    let isPlain = !request.headers.contains { ignored.contains($0.name) }
    headers = isPlain ? request.headers : HTTPHeaders(request.headers.filter { !ignored.contains($0.name) })
  }
}

extension DuplicateKey: Hashable {
  static func == (left: DuplicateKey, right: DuplicateKey) -> Bool {
    left.hash == right.hash && left.method == right.method && left.url == right.url
      && left.headers == right.headers && left.identity == right.identity
      && left.options.agrees(with: right.options)
  }

  /// Hashes only the method and the URL, which distinguish nearly all calls; `==` compares the rest.
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
