/// Who waits, in the order of their turns: by priority, and within one by arrival.
struct WaitingLine<Waiter: Sendable>: Sendable {
  private struct Place {
    let priority: CallPriority
    let ticket: Int
    let waiter: Waiter

    /// Whether its turn comes after that of a newcomer of that priority.
    func isBehind(_ newcomer: CallPriority) -> Bool { priority < newcomer }
  }

  /// The next one stands last, where it is taken out at no cost.
  private var places: [Place] = []

  var count: Int { places.count }

  var isEmpty: Bool { places.isEmpty }

  mutating func append(_ waiter: Waiter, ticket: Int, priority: CallPriority) {
    places.insert(Place(priority: priority, ticket: ticket, waiter: waiter), at: index(of: priority))
  }

  /// How many a newcomer of that priority would have before it.
  func count(before priority: CallPriority) -> Int { places.count - index(of: priority) }

  /// Where a newcomer of that priority stands.
  private func index(of priority: CallPriority) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].isBehind(priority) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func popFirst() -> Waiter? {
    places.popLast()?.waiter
  }

  /// Takes the one with that ticket out of the line; nil where it is not in it.
  mutating func remove(ticket: Int) -> Waiter? {
    guard let index = places.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return places.remove(at: index).waiter
  }
}
