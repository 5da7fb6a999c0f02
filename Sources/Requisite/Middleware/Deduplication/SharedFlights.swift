/// Work that several callers wait for.
struct Flight<Work, Waiter> {
  /// The ticket of the waiter that started the work, which numbers it.
  let number: Int
  var work: Work
  /// The waiters with their tickets, in the order of their arrival.
  var waiters: [(ticket: Int, waiter: Waiter)]

  /// Removes a waiter. Returns nil if it is unknown.
  mutating func removeWaiter(_ ticket: Int) -> Waiter? {
    waiters.firstIndex { $0.ticket == ticket }.map { waiters.remove(at: $0).waiter }
  }
}

extension Flight: Sendable where Work: Sendable, Waiter: Sendable {}

/// The calls under way, and the waiters of each. A value: each function returns what its caller has to resume or cancel
/// after it has released the lock.
struct SharedFlights<Key: Hashable, Waiter, Call> {
  /// A waiter that gave up, and the call if no other waiter is left.
  struct Departure {
    let waiter: Waiter
    /// The number of the call that the waiter waited for.
    let number: Int
    let abandoned: Call?
  }

  private var flights: [Key: Flight<Call, Waiter>] = [:]

  var count: Int { flights.count }

  var waiterCount: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

  /// Adds a waiter, whose ticket is unique, to the call of a key. Starts a call, with the ticket as its number, if none is
  /// under way.
  ///
  /// - Returns: The call that was already under way, or nil.
  @discardableResult
  mutating func join(_ key: Key, _ ticket: Int, _ waiter: Waiter, start: () -> Call) -> Call? {
    guard let index = flights.index(forKey: key) else {
      flights[key] = Flight(number: ticket, work: start(), waiters: [(ticket, waiter)])
      return nil
    }
    flights.values[index].waiters.append((ticket, waiter))
    return flights.values[index].work
  }

  /// Changes a call. Returns false if it has ended or was abandoned.
  mutating func update(_ key: Key, number: Int, _ change: (inout Call) -> Void) -> Bool {
    guard let index = flights.index(forKey: key), flights.values[index].number == number else { return false }
    change(&flights.values[index].work)
    return true
  }

  /// Removes a waiter. Returns nil if the waiter is unknown or has its response. A call without waiters is removed, so
  /// that the next call of its key starts anew.
  mutating func leave(_ key: Key, _ ticket: Int) -> Departure? {
    guard let index = flights.index(forKey: key),
      let waiter = flights.values[index].removeWaiter(ticket)
    else { return nil }
    let number = flights.values[index].number
    guard flights.values[index].waiters.isEmpty else {
      return Departure(waiter: waiter, number: number, abandoned: nil)
    }
    return Departure(waiter: waiter, number: number, abandoned: flights.remove(at: index).value.work)
  }

  /// Removes a call that has ended. Returns its waiters; empty if the call was abandoned.
  mutating func end(_ key: Key, number: Int) -> [(ticket: Int, waiter: Waiter)] {
    guard let index = flights.index(forKey: key), flights[index].value.number == number else { return [] }
    return flights.remove(at: index).value.waiters
  }
}

/// One call that was made for several equal calls.
struct SharedCall: Sendable {
  /// The request of the call that came first.
  let request: TransportRequest
  /// The position in the first call's record at which the shared call started.
  let beginning: CallRecord.Mark?
  /// The result of the call.
  let result: Result<TransportResponse, NetworkRequestError>

  /// Returns the result for a call that joined. The call's record shows what was done on its behalf, and an error
  /// contains its own request.
  func result(
    joinedBy request: TransportRequest
  ) -> Result<TransportResponse, NetworkRequestError> {
    if let record = self.request.record, let beginning {
      request.record?.copy(from: record, since: beginning)
    }
    return result.mapError { $0.reported(for: request, sentAs: self.request).inCall(of: request) }
  }
}

/// The way in which the wait for a shared call ended.
enum SharedWait: Sendable {
  /// The call has ended. `joined` is false for the waiter that started it.
  case ended(SharedCall, joined: Bool)
  /// The waiter was cancelled.
  case left(joined: Bool)

  /// True if the call ended for a waiter that another one had started it for.
  var isJoined: Bool {
    if case .ended(_, joined: true) = self { true } else { false }
  }

  /// Returns the result for a call that has waited since `start`.
  func response(
    to request: TransportRequest, since start: Duration
  ) -> Result<TransportResponse, NetworkRequestError> {
    switch self {
    case .ended(let call, joined: false): return call.result
    case .ended(let call, joined: true):
      request.record?.note("dedupe", "joined", since: start, detail: "the call \(call.request.id)")
      return call.result(joinedBy: request)
    case .left(let joined):
      if joined { request.record?.note("dedupe", "joined", since: start, detail: "and left before the end") }
      return .failure(.cancelled(request))
    }
  }
}
