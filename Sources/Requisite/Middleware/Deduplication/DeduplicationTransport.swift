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
