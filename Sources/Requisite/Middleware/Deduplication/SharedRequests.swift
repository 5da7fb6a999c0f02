/// The requests under way that equal calls share, and the calls that wait for them.
///
/// It does not depend on the type of the transport that sends: otherwise each call would look up several types at run time.
struct SharedRequests: Sendable {
  typealias Send = @Sendable (TransportRequest) async -> Result<TransportResponse, NetworkRequestError>
  private typealias Waiter = UnsafeContinuation<SharedWait, Never>
  private typealias Flights = SharedFlights<DuplicateKey, Waiter, SharedRequest>

  /// The request that several calls wait for.
  private struct SharedRequest {
    /// The task that sends the request; nil until it is known.
    var task: Task<Void, Never>?
    /// The latest deadline of the waiting calls; nil if the call that started the request has none.
    let deadline: CallDeadline?
  }

  private let send: Send
  private let flights = Locked(Flights())
  private let lastTicket = Locked(0)

  init(send: @escaping Send) { self.send = send }

  /// The number of calls that wait for a response, their own or a shared one.
  var waiterCount: Int { flights.withLock { $0.waiterCount } }

  /// Waits for the request that is under way for a key, or sends one.
  func result(of request: TransportRequest, for key: DuplicateKey) async -> SharedWait {
    let ticket = lastTicket.next()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        // The task begins outside of the lock: it runs in place, and may end in place.
        guard let deadline = join(key, ticket, waiter, for: request) else { return }
        let task = Task.startedInPlace {
          await self.send(request, until: deadline, for: key, number: ticket)
        }
        // If the last call has left meanwhile, no one else can cancel the task. If it has ended, this does nothing.
        if !flights.withLock({ $0.update(key, number: ticket) { $0.task = task } }) { task.cancel() }
      }
    } onCancel: {
      leave(key, ticket)
    }
  }

  /// Adds a call to those that wait. Returns the deadline of the request that it has to send, `.some(nil)` for none; nil if
  /// a request is under way, or if the call was cancelled.
  private func join(
    _ key: DuplicateKey, _ ticket: Int, _ waiter: Waiter, for request: TransportRequest
  ) -> CallDeadline?? {
    var started: CallDeadline?? = nil
    let isWaiting = flights.withLock { flights in
      // Checked under the lock: either the cancellation is seen here, or `leave` comes later and finds the waiter.
      guard !Task.isCancelled else { return false }
      let joined = flights.join(key, ticket, waiter) {
        let deadline = request.deadline.map(CallDeadline.init(sharing:))
        started = .some(deadline)
        return SharedRequest(deadline: deadline)
      }
      joined?.deadline?.extend(to: request.deadline)
      return true
    }
    if !isWaiting { waiter.resume(returning: .left(joined: false)) }
    return started
  }

  private func leave(_ key: DuplicateKey, _ ticket: Int) {
    guard let departure = flights.withLock({ $0.leave(key, ticket) }) else { return }
    departure.abandoned?.task?.cancel()
    departure.waiter.resume(returning: .left(joined: departure.number != ticket))
  }

  /// Sends the request for all waiting calls. Each call ends by its own deadline. The layers below see the latest of
  /// these deadlines, so that no layer starts a wait that is longer than all of them. A call without a dispatcher keeps
  /// the deadline of its options, which the terminal transport applies.
  private func send(
    _ request: TransportRequest, until deadline: CallDeadline?, for key: DuplicateKey, number: Int
  ) async {
    let beginning = request.record?.mark()
    let result = await send(deadline.map(request.shared(until:)) ?? request)
    let call = SharedCall(request: request, beginning: beginning, result: result)
    for (ticket, waiter) in flights.withLock({ $0.end(key, number: number) }) {
      waiter.resume(returning: .ended(call, joined: ticket != number))
    }
  }
}
