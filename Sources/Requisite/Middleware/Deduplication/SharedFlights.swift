/// The calls that send for others, one for each key, and those that wait for the response of an equal one, by their tickets.
///
/// A value: each function returns the tickets that its caller has to resume after it has released the lock.
struct SharedFlights<Key: Hashable, Call> {
  private struct Flight {
    var call: Call
    /// In the order of their arrival.
    var waiters: [Int] = []
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

  /// Adds a call to the flight that is under way. Returns nil if none is.
  mutating func join(_ key: Key, _ ticket: Int) -> Call? {
    guard let index = flights.index(forKey: key) else { return nil }
    flights.values[index].waiters.append(ticket)
    return flights.values[index].call
  }

  /// Removes a call. Returns false if it no longer waits.
  mutating func leave(_ key: Key, _ ticket: Int) -> Bool {
    guard let index = flights.index(forKey: key),
      let position = flights.values[index].waiters.firstIndex(of: ticket)
    else { return false }
    flights.values[index].waiters.remove(at: position)
    return true
  }

  /// Hands the flight over to the call that has waited longest, which then sends anew. Ends it, and returns nil, if no call
  /// waits.
  mutating func handOver(_ key: Key) -> (ticket: Int, call: Call)? {
    guard let index = flights.index(forKey: key) else { return nil }
    guard !flights.values[index].waiters.isEmpty else {
      flights.remove(at: index)
      return nil
    }
    return (flights.values[index].waiters.removeFirst(), flights.values[index].call)
  }

  /// Ends a flight. Returns the calls that waited for it.
  mutating func end(_ key: Key) -> [Int] {
    flights.removeValue(forKey: key)?.waiters ?? []
  }
}
