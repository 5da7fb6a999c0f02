/// Lets equal calls at the same time share one request.
struct DeduplicationTransport<Upstream: Transport>: Transport {
  private typealias Waiter = CheckedContinuation<SharedWait, Never>
  private typealias Flights = SharedFlights<DuplicateKey, Waiter, Task<Void, Never>>

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
      flights.join(key, as: seat, waiter) {
        Task { await fly(request, for: key, number: seat) }
      }
      return true
    }
    if !joined { waiter.resume(returning: .left(joined: false)) }
  }

  private func leave(_ key: DuplicateKey, seat: Int) {
    guard let departure = flights.withLock({ $0.leave(key, seat: seat) }) else { return }
    departure.abandoned?.cancel()
    departure.waiter.resume(returning: .left(joined: departure.number != seat))
  }

  /// Sends the request for all who wait. Its own deadline does not hold for them: each keeps to that of its own.
  private func fly(_ request: TransportRequest, for key: DuplicateKey, number: Int) async {
    let beginning = request.record?.mark()
    let result = await upstream.outcome(of: request.unbounded())
    let call = SharedCall(request: request, beginning: beginning, result: result)
    for (seat, waiter) in flights.withLock({ $0.land(key, number: number) }) {
      waiter.resume(returning: .landed(call, joined: seat != number))
    }
  }
}
