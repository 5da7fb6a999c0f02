/// The calls that send for others, one for each key, and those that wait for the response of an equal one.
///
/// A value: each function returns what its caller has to resume after it has released the lock.
struct SharedFlights<Key: Hashable, Waiter, Call> {
  private struct Flight {
    var call: Call
    /// The waiters with their tickets, in the order of their arrival.
    var waiters: [(ticket: Int, waiter: Waiter)] = []
  }

  private var flights: [Key: Flight] = [:]

  /// The number of calls that wait for a response, their own or a shared one.
  var waiterCount: Int { flights.values.reduce(flights.count) { $0 + $1.waiters.count } }

  /// Begins a flight, which the caller must end or hand over. Returns false if one is under way.
  mutating func begin(_ key: Key, _ call: @autoclosure () -> Call) -> Bool {
    guard flights.index(forKey: key) == nil else { return false }
    flights[key] = Flight(call: call())
    return true
  }

  /// Returns the flight that is under way.
  func call(of key: Key) -> Call? { flights[key]?.call }

  /// Replaces the call of the flight that is under way.
  mutating func update(_ key: Key, _ call: Call) { flights[key]?.call = call }

  /// Adds a waiter, whose ticket is unique, to the flight that is under way. Returns nil if none is.
  mutating func join(_ key: Key, _ ticket: Int, _ waiter: Waiter) -> Call? {
    guard let index = flights.index(forKey: key) else { return nil }
    flights.values[index].waiters.append((ticket, waiter))
    return flights.values[index].call
  }

  /// Removes a waiter. Returns nil if it no longer waits.
  mutating func leave(_ key: Key, _ ticket: Int) -> Waiter? {
    guard let index = flights.index(forKey: key),
      let position = flights.values[index].waiters.firstIndex(where: { $0.ticket == ticket })
    else { return nil }
    return flights.values[index].waiters.remove(at: position).waiter
  }

  /// Hands the flight over to the call that has waited longest, which then sends anew. Ends it, and returns nil, if no call
  /// waits.
  mutating func handOver(_ key: Key) -> (waiter: Waiter, call: Call)? {
    guard let index = flights.index(forKey: key) else { return nil }
    guard !flights.values[index].waiters.isEmpty else {
      flights.remove(at: index)
      return nil
    }
    return (flights.values[index].waiters.removeFirst().waiter, flights.values[index].call)
  }

  /// Ends a flight. Returns the calls that waited for it.
  mutating func end(_ key: Key) -> [Waiter] {
    flights.removeValue(forKey: key)?.waiters.map(\.waiter) ?? []
  }
}
