/// The stubs of a transport, and how often each was used.
final class StubScript: Sendable {
  private struct State {
    var uses: [Int]
    var requests: [RecordedRequest] = []
    var unmatched: [UnmatchedRequest] = []
    var watchers = Watchers()
    var lastTicket = 0
  }

  private let stubs: [Stub]
  private let state: Locked<State>
  private let order: StubTransport.Order

  init(_ stubs: [Stub], order: StubTransport.Order) {
    self.order = order
    self.stubs = order == .any ? stubs : stubs.map { $0.limit == nil ? $0.once() : $0 }
    state = Locked(State(uses: stubs.map { _ in 0 }))
  }

  var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// Returns the answer to a request, and records the request. Throws ``UnmatchedRequest`` if no stub matches.
  func answer(_ request: RecordedRequest) throws -> Stub.Answer {
    // Conditions may be code of the test, so they are evaluated before the lock is taken.
    let differences = stubs.map { $0.differences(request) }
    defer {
      state.withLock { state in state.watchers.reach { [count = state.requests.count] _ in count } }.run()
    }
    return try state.withLock { state in
      state.requests.append(request)
      for (index, stub) in stubs.enumerated() {
        guard let answer = stub.answer(state.uses[index]) else { continue }
        if differences[index].words.isEmpty {
          state.uses[index] += 1
          return answer
        }
        if order == .declared { break }
      }
      let unmatched = UnmatchedRequest(request: request, nearest: nearest(differences, state.uses))
      state.unmatched.append(unmatched)
      throw unmatched
    }
  }

  /// Waits until at least `count` requests have arrived.
  func wait(for count: Int) async throws {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { state in
          state.watchers.add(Watcher(count, ticket, continuation)) { [made = state.requests.count] _ in made }
        }.run()
      }
    } onCancel: {
      state.withLock { $0.watchers.cancel(ticket) }.run()
    }
  }

  var problems: [String] {
    state.withLock { state in
      zip(stubs, state.uses).compactMap(Self.problem) + state.unmatched.map(\.description)
    }
  }

  private static func problem(of stub: Stub, uses: Int) -> String? {
    guard !stub.isOptional, uses < stub.limit ?? 1 else { return nil }
    let wanted = stub.limit.map { "\(uses) of \($0) times" } ?? "never"
    return "the stub \(stub) was used \(wanted)"
  }

  /// Describes the stub with the smallest distance; of equal ones the first. If the order is declared, only the next
  /// stub is a candidate.
  private func nearest(_ differences: [Differences], _ uses: [Int]) -> String? {
    let usable = stubs.indices.first { stubs[$0].answer(uses[$0]) != nil }
    let candidates = order == .declared ? usable.map { [$0] } ?? [] : Array(stubs.indices)
    guard let index = candidates.min(by: { differences[$0].distance < differences[$1].distance }) else {
      return stubs.last.map { "\($0); all stubs are used up" }
    }
    let words = differences[index].words.isEmpty ? ["it is used up"] : differences[index].words
    return "\(stubs[index]): \(words.joined(separator: "; "))"
  }
}
