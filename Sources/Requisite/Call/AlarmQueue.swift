/// Alarms by their time, the earliest first. A value: those that are due are returned, to ring when no lock is held.
///
/// An alarm that was called off stays in the heap until it comes to the front, or until there are more of them than of
/// the rest: nearly all alarms are called off, and that must cost nothing.
struct AlarmQueue {
  typealias Ring = @Sendable () -> Void

  private struct Entry: Comparable {
    let time: Duration
    let ticket: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.time == right.time ? left.ticket < right.ticket : left.time < right.time
    }
  }

  private static let spare = 64

  private var entries = Heap<Entry>()
  private var rings: [Int: Ring] = [:]
  private var lastTicket = 0

  /// The number of alarms that are to ring.
  var count: Int { rings.count }

  /// The number of entries in the heap, with those that were called off.
  var kept: Int { entries.count }

  /// The time of the first that is to come.
  var first: Duration? { entries.first?.time }

  /// Adds one; the ticket calls it off.
  mutating func add(_ ring: @escaping Ring, at time: Duration) -> Int {
    lastTicket += 1
    rings[lastTicket] = ring
    entries.insert(Entry(time: time, ticket: lastTicket))
    return lastTicket
  }

  /// Takes one out; nothing happens where it is out already.
  mutating func remove(_ ticket: Int) {
    guard rings.removeValue(forKey: ticket) != nil else { return }
    if entries.count > 2 * rings.count + Self.spare {
      entries.removeAll { rings[$0.ticket] == nil }
    }
    dropDead()
  }

  /// Takes out all whose time has come.
  mutating func due(at now: Duration) -> [Ring] {
    var due: [Ring] = []
    while let first = entries.first, first.time <= now {
      if let ring = rings.removeValue(forKey: first.ticket) { due.append(ring) }
      entries.removeFirst()
    }
    dropDead()
    return due
  }

  /// Keeps the first entry one that is to ring.
  private mutating func dropDead() {
    if rings.isEmpty { return entries.removeAll() }
    while let first = entries.first, rings[first.ticket] == nil { entries.removeFirst() }
  }
}
