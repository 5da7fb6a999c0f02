/// Who is to be woken, in order, and with what error.
struct PendingWakeups {
  private let all: [(continuation: CheckedContinuation<Void, any Error>, error: (any Error)?)]

  init(_ all: [(CheckedContinuation<Void, any Error>, (any Error)?)]) {
    self.all = all
  }

  func run() {
    for (continuation, error) in all {
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }
}
