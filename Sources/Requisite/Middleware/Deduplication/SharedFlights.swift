/// Calls under way, and who waits for each. A value: what is to be resumed or cancelled is handed out, to be dealt with
/// when the lock is no longer held.
struct SharedFlights<Key: Hashable, Waiter, Call> {
  private struct Flight {
    let number: Int
    let call: Call
    var waiters: [Int: Waiter]
  }

  /// A waiter that gave up, and the call where it was the last to wait for it.
  struct Departure {
    let waiter: Waiter
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

  /// Waits for the call of that key; begins one, of a number of its own, where there is none.
  mutating func join(_ key: Key, as seat: Int, _ waiter: Waiter, begin: (_ number: Int) -> Call) {
    if let index = flights.index(forKey: key) { return flights.values[index].waiters[seat] = waiter }
    let number = nextNumber()
    flights[key] = Flight(number: number, call: begin(number), waiters: [seat: waiter])
  }

  /// Waits no longer; nil where the waiter is none, or has been given its reply. A call that nobody waits for is
  /// forgotten, so that the next one of its key begins anew.
  mutating func leave(_ key: Key, seat: Int) -> Departure? {
    guard let waiter = flights[key]?.waiters.removeValue(forKey: seat) else { return nil }
    guard flights[key]?.waiters.isEmpty == true else { return Departure(waiter: waiter, abandoned: nil) }
    return Departure(waiter: waiter, abandoned: flights.removeValue(forKey: key)?.call)
  }

  /// The call of that number is over: those who waited for it. None where it had been abandoned.
  mutating func land(_ key: Key, number: Int) -> [Waiter] {
    guard let index = flights.index(forKey: key), flights[index].value.number == number else { return [] }
    return Array(flights.remove(at: index).value.waiters.values)
  }
}
