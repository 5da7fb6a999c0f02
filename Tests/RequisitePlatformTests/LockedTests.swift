import Testing

import RequisitePlatform

@Suite("Locked", .timeLimit(.minutes(1)))
struct LockedTests {
  @Test("a caller that does not want to wait for the lock gets nothing while it is held")
  func busy() {
    let number = Locked(1)
    let inner = number.withLock { _ in number.withLockIfAvailable { $0 } }
    #expect(inner == nil)
    #expect(number.withLockIfAvailable { $0 + 1 } == 2)
  }
}
