/// Elements in the order of their ranks, the lowest first, and within one rank in the order of their tickets. Each can be
/// removed by its ticket.
///
/// The entry of a removed element stays in the heap until it comes to the front, or until most entries are such ones, so that
/// a removal is cheap: nearly all deadlines, for example, are removed before their time.
package struct TicketQueue<Rank: Comparable, Element> {
  @usableFromInline struct Entry: Comparable {
    @usableFromInline let rank: Rank
    @usableFromInline let ticket: Int

    @inlinable init(rank: Rank, ticket: Int) {
      self.rank = rank
      self.ticket = ticket
    }

    @inlinable static func < (left: Entry, right: Entry) -> Bool {
      left.rank == right.rank ? left.ticket < right.ticket : left.rank < right.rank
    }
  }

  @usableFromInline var entries = Heap<Entry>()
  @usableFromInline var elements: [Int: Element] = [:]

  @inlinable package init() {}

  @inlinable package var count: Int { elements.count }

  /// The number of entries in memory, those of removed elements included.
  @inlinable package var kept: Int { entries.count }

  /// The rank of the first element; nil without elements.
  @inlinable package var first: Rank? { entries.first?.rank }

  /// Adds an element. Its ticket must be new.
  @inlinable package mutating func insert(_ element: Element, ticket: Int, rank: Rank) {
    elements[ticket] = element
    entries.insert(Entry(rank: rank, ticket: ticket))
  }

  /// Removes the element with this ticket. Returns nil if there is none, or no more.
  @discardableResult
  @inlinable package mutating func remove(_ ticket: Int) -> Element? {
    guard let element = elements.removeValue(forKey: ticket) else { return nil }
    if entries.count > 2 * elements.count + 64 { entries.removeAll { elements[$0.ticket] == nil } }
    if elements.isEmpty { entries.removeAll() }
    while let first = entries.first, elements[first.ticket] == nil { entries.removeFirst() }
    return element
  }

  @inlinable package mutating func popFirst() -> (ticket: Int, element: Element)? {
    guard let ticket = entries.first?.ticket, let element = remove(ticket) else { return nil }
    return (ticket, element)
  }
}

extension TicketQueue: Sendable where Rank: Sendable, Element: Sendable {}
extension TicketQueue.Entry: Sendable where Rank: Sendable {}
