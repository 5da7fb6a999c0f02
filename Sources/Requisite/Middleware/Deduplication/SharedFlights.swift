/// Calls under way, and who waits for each. A value: what is to be resumed or cancelled is handed out, to be dealt with
/// when the lock is no longer held.
struct SharedFlights<Key: Hashable, Waiter, Call> {
  private struct Flight {
    /// The seat of the one that began it.
    let number: Int
    let call: Call
    var waiters: [Int: Waiter]
  }

  /// A waiter that gave up, and the call where it was the last to wait for it.
  struct Departure {
    let waiter: Waiter
    /// The number of the call that it waited for.
    let number: Int
    let abandoned: Call?
  }

  private var flights: [Key: Flight] = [:]
  private var lastNumber = 0

  var count: Int { flights.count }

  var waiterCount: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

  /// A number that nothing else here has.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Waits for the call of that key. Begins one, whose number is the seat, if none is under way.
  /// - Returns: The call that was under way already, or nil.
  @discardableResult
  mutating func join(_ key: Key, as seat: Int, _ waiter: Waiter, begin: () -> Call) -> Call? {
    guard let index = flights.index(forKey: key) else {
      flights[key] = Flight(number: seat, call: begin(), waiters: [seat: waiter])
      return nil
    }
    flights.values[index].waiters[seat] = waiter
    return flights.values[index].call
  }

  /// Waits no longer; nil where the waiter is unknown, or has its response. A call without a waiter is
  /// forgotten, so that the next one of its key begins anew.
  mutating func leave(_ key: Key, seat: Int) -> Departure? {
    guard let index = flights.index(forKey: key),
      let waiter = flights.values[index].waiters.removeValue(forKey: seat)
    else { return nil }
    let number = flights.values[index].number
    guard flights.values[index].waiters.isEmpty else {
      return Departure(waiter: waiter, number: number, abandoned: nil)
    }
    return Departure(waiter: waiter, number: number, abandoned: flights.remove(at: index).value.call)
  }

  /// The call of that number is over: those who waited for it, by seat. None where it had been abandoned.
  mutating func land(_ key: Key, number: Int) -> [Int: Waiter] {
    guard let index = flights.index(forKey: key), flights[index].value.number == number else { return [:] }
    return flights.remove(at: index).value.waiters
  }
}
