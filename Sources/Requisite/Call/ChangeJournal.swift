/// The URLs that were changed, the last ones of them: a response that was asked for before the change may be older than it, so no
/// cache stores it, and no call that begins after the change shares it.
///
/// The caches on one store have one journal, and each layer of deduplication has its own. A call notes in its ``CallRecord``
/// where in the journals it began.
final class ChangeJournal: Sendable {
  /// A position in a journal, before or after each change.
  struct Position: Sendable, Hashable { fileprivate let number: UInt64 }

  /// The position at which a call began to ask for a URL.
  struct Start: Sendable {
    fileprivate let journal: ChangeJournal
    fileprivate let url: Int
    private let position: Position

    fileprivate init(of url: String, in journal: ChangeJournal) {
      (self.journal, self.url, position) = (journal, url.hashValue, journal.position)
    }

    /// True if the URL was changed since then.
    var isOutdated: Bool { journal.state.withLock { $0.isChanged(url, since: position) } }

    /// True if both are of one URL in one journal.
    func isRelated(to other: Start) -> Bool { journal === other.journal && url == other.url }
  }

  private struct State {
    var number: UInt64 = 0
    /// The last change of each URL. By the hash of the URL, so that the size is limited: another URL of the same hash counts as
    /// changed, too.
    var changes: [Int: UInt64] = [:]
    /// What began before this number counts as outdated, because the changes of that time are no longer known one by one.
    var horizon: UInt64 = 0

    func isChanged(_ url: Int, since position: Position) -> Bool {
      position.number < horizon || changes[url].map { $0 > position.number } ?? false
    }
  }

  private let state = Locked(State())

  /// The most URLs that are known one by one.
  static let maximumCount = 1024

  /// The position after all changes so far.
  var position: Position { Position(number: state.withLock { $0.number }) }

  /// Returns the start of a call that asks for a URL from now on.
  func start(of url: String) -> Start { Start(of: url, in: self) }

  /// Records that a URL was changed.
  func add(_ url: String) {
    state.withLock { state in
      state.number += 1
      if state.changes.count >= Self.maximumCount {
        state.changes.removeAll(keepingCapacity: true)
        state.horizon = state.number
      }
      state.changes[url.hashValue] = state.number
    }
  }

  /// True if the URL was changed since the position.
  func isChanged(_ url: String, since position: Position) -> Bool {
    state.withLock { $0.isChanged(url.hashValue, since: position) }
  }

  /// Runs `body` while no change can be recorded, unless the URL was changed since the position. Returns false if it was.
  func ifUnchanged(_ url: String, since position: Position, _ body: () -> Bool) -> Bool {
    state.withLock { !$0.isChanged(url.hashValue, since: position) && body() }
  }
}
