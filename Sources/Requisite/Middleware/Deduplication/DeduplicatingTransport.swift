/// Lets equal calls at the same time share one request.
struct DeduplicatingTransport<Upstream: Transport>: Transport {
  private typealias Reply = Result<TransportResponse, NetworkRequestError>
  private typealias Waiter = CheckedContinuation<Reply, Never>
  private typealias Flights = SharedFlights<DuplicateKey, Waiter, Task<Void, Never>>

  private let upstream: Upstream
  private let ignored: Set<HTTPHeaderName>
  private let flights = Locked(Flights())

  init(upstream: Upstream, ignored: Set<HTTPHeaderName>) {
    self.upstream = upstream
    self.ignored = ignored
  }

  /// How many calls wait for a reply, theirs or another's.
  var waiterCount: Int { flights.withLock { $0.waiterCount } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let key = DuplicateKey(request, ignoring: ignored) else { return try await upstream.send(request) }
    let seat = flights.withLock { $0.nextNumber() }
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { join(key, as: seat, $0, for: request) }
    } onCancel: {
      leave(key, seat: seat, with: request)
    }
    return try reply.get()
  }

  private func join(_ key: DuplicateKey, as seat: Int, _ waiter: Waiter, for request: TransportRequest) {
    let joined = flights.withLock { flights in
      // Asked under the lock: either the cancellation is seen here, or `leave` comes later and finds the waiter.
      guard !Task.isCancelled else { return false }
      flights.join(key, as: seat, waiter) { number in
        Task { await fly(request, for: key, number: number) }
      }
      return true
    }
    if !joined { waiter.resume(returning: .failure(.cancelled(request))) }
  }

  private func leave(_ key: DuplicateKey, seat: Int, with request: TransportRequest) {
    guard let departure = flights.withLock({ $0.leave(key, seat: seat) }) else { return }
    departure.abandoned?.cancel()
    departure.waiter.resume(returning: .failure(.cancelled(request)))
  }

  /// Sends the request for all who wait. Its own deadline does not hold for them: each keeps to that of its own.
  private func fly(_ request: TransportRequest, for key: DuplicateKey, number: Int) async {
    let reply = await upstream.outcome(of: request.unbounded())
    for waiter in flights.withLock({ $0.land(key, number: number) }) { waiter.resume(returning: reply) }
  }
}
