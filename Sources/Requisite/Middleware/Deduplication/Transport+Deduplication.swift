extension Transport {
  /// Lets calls that ask for the same at the same time share one: three views that load the same list send one request.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().duplicatesRemoved()
  /// ```
  /// Two calls are the same where method, URL, header fields and options are. Only safe methods without a body are
  /// shared (RFC 9110 §9.2.1), and only responses in memory: a stream can be read once, and a file has one owner. All
  /// others pass through.
  ///
  /// Each call gets the response, or the error, with its own request and id. The timeline of one that joined says so, how
  /// long it waited, and what the shared call did: what was done before it came has a negative start there. One that is
  /// cancelled, or whose deadline passes, leaves the others alone; when the last one goes, the request is
  /// cancelled. Nothing is kept: a call that begins when the response is there sends a request of its own.
  ///
  /// Options are compared where their types can be (`Equatable`); the others are taken for the same.
  ///
  /// Place it outside of all that waits or sends, so that what is shared is not done twice.
  ///
  /// - Parameter ignored: Names of header fields that make no difference to the response. By default those that name a
  ///   single call: `traceparent`, `tracestate` and `X-Request-ID`. All others count, for a field that the library
  ///   does not know may be a credential: what is for one user must not go to another.
  public func duplicatesRemoved(
    ignoring ignored: Set<HTTPHeaderName> = [.traceparent, .tracestate, .xRequestID]
  ) -> some Transport {
    DeduplicationTransport(upstream: self, ignored: ignored)
  }
}

/// Lets equal calls at the same time share one request.
struct DeduplicationTransport<Upstream: Transport>: Transport {
  private typealias Waiter = CheckedContinuation<SharedWait, Never>
  private typealias Flights = SharedFlights<DuplicateKey, Waiter, Flight>

  /// The one request that several calls wait for.
  private struct Flight {
    let task: Task<Void, Never>
    /// The latest deadline of the calls that wait; nil while the call that began it has none.
    let deadline: CallDeadline?
  }

  private let upstream: Upstream
  private let ignored: Set<HTTPHeaderName>
  private let flights = Locked(Flights())

  init(upstream: Upstream, ignored: Set<HTTPHeaderName>) {
    self.upstream = upstream
    self.ignored = ignored
  }

  /// How many calls wait for a response, theirs or another's.
  var waiterCount: Int { flights.withLock { $0.waiterCount } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let key = DuplicateKey(request, ignoring: ignored) else { return try await upstream.send(request) }
    let seat = flights.withLock { $0.nextNumber() }
    let start = request.record?.now ?? .zero
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { join(key, as: seat, $0, for: request) }
    } onCancel: {
      leave(key, seat: seat)
    }
    return try end.response(to: request, since: start).get()
  }

  private func join(_ key: DuplicateKey, as seat: Int, _ waiter: Waiter, for request: TransportRequest) {
    let joined = flights.withLock { flights in
      // Asked under the lock: either the cancellation is seen here, or `leave` comes later and finds the waiter.
      guard !Task.isCancelled else { return false }
      let joined = flights.join(key, as: seat, waiter) {
        let deadline = request.deadline.map(CallDeadline.init(sharing:))
        return Flight(
          task: Task { await fly(request, until: deadline, for: key, number: seat) }, deadline: deadline)
      }
      joined?.deadline?.extend(to: request.deadline)
      return true
    }
    if !joined { waiter.resume(returning: .left(joined: false)) }
  }

  private func leave(_ key: DuplicateKey, seat: Int) {
    guard let departure = flights.withLock({ $0.leave(key, seat: seat) }) else { return }
    departure.abandoned?.task.cancel()
    departure.waiter.resume(returning: .left(joined: departure.number != seat))
  }

  /// Sends the request for all calls that wait. Each call ends by its own deadline. The layers below see the latest of
  /// them, so that no layer begins a wait that outlasts them all. A call without a dispatcher keeps the deadline of its
  /// options, which the terminal transport counts.
  private func fly(
    _ request: TransportRequest, until deadline: CallDeadline?, for key: DuplicateKey, number: Int
  ) async {
    let beginning = request.record?.mark()
    let result = await upstream.outcome(of: deadline.map(request.shared(until:)) ?? request)
    let call = SharedCall(request: request, beginning: beginning, result: result)
    for (seat, waiter) in flights.withLock({ $0.land(key, number: number) }) {
      waiter.resume(returning: .landed(call, joined: seat != number))
    }
  }
}

/// What must be equal for two calls to share a response.
struct DuplicateKey {
  private let method: HTTPMethod
  private let url: String
  private let headers: HTTPHeaders
  private let options: RequestOptions
  /// Worked out one time: a look-up asks for it several times.
  private let hash: Int

  /// Returns nil for a call that must not be shared.
  init?(_ request: TransportRequest, ignoring ignored: Set<HTTPHeaderName>) {
    guard request.method.isSafe, request.delivery == .buffered, request.body.isNone else { return nil }
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
      && left.headers == right.headers
      && left.options.agrees(with: right.options)
  }

  /// Method and URL tell nearly all calls apart; the rest is compared.
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
