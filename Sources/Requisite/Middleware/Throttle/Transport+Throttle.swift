extension Transport {
  /// Lets at most `max` calls run at a time; the others wait for their turn.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.throttled(max: 8)
  /// let gentle = DefaultTransport.shared.throttled(max: 2, scope: .perHost)
  /// let prefetch = RequestOptions().with(\.priority, .low)
  /// ```
  /// Calls are sent in the order of their arrival among those of one ``RequestOptions/priority``; a higher priority goes
  /// first. A call occupies its slot until its response has arrived. A streamed response occupies it until the stream
  /// has ended, failed or been dropped: read each stream, or drop it. A call that is cancelled, or whose deadline passes,
  /// leaves the queue at once. Calls fail with ``NetworkRequestError/refused(_:)`` and
  /// ``Refusal/Reason/queueFull(limit:)`` if the queue is full. Calls of a ``CredentialRefresh`` pass without a slot, because
  /// the calls that have one may wait for the credential.
  ///
  /// Place it inside retries, so that a call that waits for its next attempt occupies no slot.
  ///
  /// - Parameters:
  ///   - max: The number of calls that run at a time; at least 1.
  ///   - scope: Whether all calls are counted together, the default, or those to each host.
  ///   - queue: The number of calls that may wait; further ones fail. 10,000 by default: far more than any user waits
  ///     for, and a limit to the memory that a server that hangs can make a process use.
  public func throttled(max: Int, scope: LimitScope = .all, queue: Int = 10_000) -> some Transport {
    let limiter = ConcurrencyLimiter(limit: max, queueLimit: queue, of: "throttle")
    return ThrottleTransport(upstream: self, scope: scope, limiter: limiter)
  }
}

extension Transport {
  /// Unavailable: the parameter is called `max`.
  @available(*, unavailable, renamed: "throttled(max:scope:queue:)")
  public func throttled(
    maxConcurrent: Int, scope: LimitScope = .all, queue: Int = 10_000
  ) -> some Transport { self }
}

/// The transport that sends each call through `upstream` when a slot is free.
struct ThrottleTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let scope: LimitScope
  let limiter: ConcurrencyLimiter

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A call with a slot may wait for the credential.
    guard !CredentialRefresh.isInProgress else { return try await upstream.send(request) }
    let key = scope.key(of: request)
    try await limiter.acquire(key, for: request)
    do throws(NetworkRequestError) {
      return releasing(key, after: try await upstream.send(request))
    } catch {
      limiter.release(key)
      throw error
    }
  }

  /// Frees the slot of a call: now, or when the stream of its response has ended.
  @inline(never)
  private func releasing(_ key: ScopeKey, after response: consuming TransportResponse) -> TransportResponse {
    guard case .stream(let stream) = response.body else {
      limiter.release(key)
      return response
    }
    response.body = .stream(stream.ending { [limiter] in limiter.release(key) })
    return response
  }
}

/// Lets a number of calls run at a time, counted by scope; the others wait in a queue.
struct ConcurrencyLimiter: Sendable {
  private enum Entry { case granted, cancelled, full(limit: Int) }

  private let slots: ScopedStates<LimiterSlots>
  private let waiters = Waiters<Entry>()
  /// The name of the layer in a timeline.
  private let layer: String

  init(limit: Int, queueLimit: Int, of layer: String) {
    self.layer = layer
    slots = ScopedStates(fresh: LimiterSlots(limit: limit, queueLimit: queueLimit)) { $0.isIdle }
  }

  /// The number of waiting calls.
  func waiting(for key: ScopeKey) -> Int { slots.withState(of: key) { $0.waiting } }

  /// Returns the number of calls that are served before a new one of this priority.
  func count(before priority: RequestOptions.Priority, in key: ScopeKey) -> Int {
    slots.withState(of: key) { $0.count(before: priority) }
  }

  /// Waits for a slot. The caller must free it with ``release(_:)``.
  ///
  /// - Throws: `refused` if the queue is full; `cancelled` if the call is cancelled while it waits.
  @inline(__always)  // Mostly a slot is free, and the call needs no frame of its own.
  func acquire(_ key: ScopeKey, for request: TransportRequest) async throws(NetworkRequestError) {
    guard try !tryAcquire(key, for: request) else { return }
    try await waitInQueue(key, for: request)
  }

  @inline(never)
  private func tryAcquire(_ key: ScopeKey, for request: TransportRequest) throws(NetworkRequestError) -> Bool
  {
    guard !Task.isCancelled else { throw .cancelled(request) }
    return slots.withState(of: key) { $0.take() }
  }

  private func waitInQueue(_ key: ScopeKey, for request: TransportRequest) async throws(NetworkRequestError) {
    let start = request.record?.now ?? .zero
    switch await wait(for: key, request.options.priority) {
    case .granted: request.record?.note(layer, "queued", since: start)
    case .full(let limit): throw .refused(Refusal(.queueFull(limit: limit), request: request))
    case .cancelled: throw .cancelled(request)
    }
  }

  /// Frees a slot, which the next call in the queue gets.
  func release(_ key: ScopeKey) {
    guard let next = slots.withState(of: key, { $0.free() }) else { return }
    waiters.resume(next, returning: .granted)
  }

  private func wait(for key: ScopeKey, _ priority: RequestOptions.Priority) async -> Entry {
    await waiters.wait(orIfCancelled: .cancelled) { ticket in
      slots.withState(of: key) { slots in
        if slots.take() { return .granted }
        return slots.wait(ticket, priority) ? nil : .full(limit: slots.queueLimit)
      }
    } leave: { ticket in
      slots.withState(of: key) { $0.cancel(ticket) }
    }
  }
}

/// A number of slots, and a queue of the calls that wait for one, by their tickets. A value: each function returns the ticket that
/// its caller has to resume after it has released the lock.
struct LimiterSlots: Sendable {
  let limit: Int
  let queueLimit: Int
  private(set) var used = 0
  /// By priority, the highest first, and within one priority by arrival.
  private var queue = TicketQueue<Int, RequestOptions.Priority>()
  /// How many wait of each priority, the lowest first.
  private var counts = [Int](repeating: 0, count: RequestOptions.Priority.allCases.count)

  init(limit: Int, queueLimit: Int) {
    self.limit = max(1, limit)
    self.queueLimit = max(0, queueLimit)
  }

  var waiting: Int { queue.count }

  /// Returns the number of calls that are served before a new one of this priority.
  func count(before priority: RequestOptions.Priority) -> Int {
    used + counts[priority.rawValue...].reduce(0, +)
  }

  var isIdle: Bool { used == 0 }

  /// Takes a free slot. Returns false if all are taken.
  mutating func take() -> Bool {
    guard used < limit else { return false }
    used += 1
    return true
  }

  /// Adds a call to the queue. Returns false if the queue is full.
  mutating func wait(_ ticket: Int, _ priority: RequestOptions.Priority) -> Bool {
    guard queue.count < queueLimit else { return false }
    queue.insert(priority, ticket: ticket, rank: -priority.rawValue)
    counts[priority.rawValue] += 1
    return true
  }

  /// Frees a slot. Returns the call that gets it; nil if no call waits.
  mutating func free() -> Int? {
    guard let (next, priority) = queue.popFirst() else {
      used -= 1
      return nil
    }
    counts[priority.rawValue] -= 1
    return next
  }

  /// Removes a call from the queue. Returns false if it already has its slot.
  mutating func cancel(_ ticket: Int) -> Bool {
    guard let priority = queue.remove(ticket) else { return false }
    counts[priority.rawValue] -= 1
    return true
  }
}
