import RequisiteTesting

@testable import Requisite

/// A token store in memory whose functions take time before and after they read or write.
final class SlowTokenStore: TokenStore {
  struct Full: Error {}

  private struct Lock {
    var isHeld = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content: Locked<AccessToken?>
  private let lock = Locked(Lock())
  private let clock: CallClock
  /// Returns the time of one half of a function.
  private let time: @Sendable () -> Duration
  /// True if the next write fails.
  private let fails: @Sendable () -> Bool
  /// What was written, in this order.
  private let written = Locked<[AccessToken?]>([])

  init(
    _ token: AccessToken? = nil, clock: TestClock, fails: @escaping @Sendable () -> Bool = { false },
    time: @escaping @Sendable () -> Duration
  ) {
    content = Locked(token)
    self.clock = CallClock(clock)
    self.fails = fails
    self.time = time
  }

  var token: AccessToken? { content.withLock { $0 } }
  var writes: [String?] { written.withLock { $0.map { $0?.value.revealed } } }

  func load() async throws -> AccessToken? {
    try await pause()
    let token = token
    try await pause()
    return token
  }

  func save(_ token: AccessToken?) async throws {
    try await pause()
    guard !fails() else { throw Full() }
    content.withLock { $0 = token }
    written.withLock { $0.append(token) }
    try await pause()
  }

  func exclusively(_ work: () async throws -> Void) async throws {
    await withCheckedContinuation { waiter in
      let mayPass = lock.withLock { lock in
        if lock.isHeld { lock.waiters.append(waiter) }
        defer { lock.isHeld = true }
        return !lock.isHeld
      }
      if mayPass { waiter.resume() }
    }
    defer {
      lock.withLock { lock in
        lock.isHeld = !lock.waiters.isEmpty
        return lock.isHeld ? lock.waiters.removeFirst() : nil
      }?.resume()
    }
    try await work()
  }

  private func pause() async throws {
    let time = time()
    if time > .zero { try await clock.sleep(for: time) }
  }
}
