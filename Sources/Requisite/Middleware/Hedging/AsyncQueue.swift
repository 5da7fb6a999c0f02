/// What comes from several tasks, for one that reads it in the order in which it came.
final class AsyncQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var reader: CheckedContinuation<Element, Never>?
  }

  private let state = Locked(State())

  func put(_ element: Element) {
    let reader = state.withLock { state in
      if state.reader == nil { state.waiting.append(element) }
      return state.reader.take()
    }
    reader?.resume(returning: element)
  }

  /// The first of those that are here already; nil where the queue is empty.
  func takeFirst() -> Element? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// The first of those that are here, or the next to come. One reader at a time.
  func next() async -> Element {
    await withCheckedContinuation { reader in
      let first = state.withLock { state -> Element? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.reader = reader
        return nil
      }
      if let first { reader.resume(returning: first) }
    }
  }
}
