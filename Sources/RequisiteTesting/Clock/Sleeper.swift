/// One who sleeps until a deadline.
struct Sleeper {
  let deadline: TestClock.Instant
  let ticket: Int
  let continuation: CheckedContinuation<Void, any Error>

  init(
    _ deadline: TestClock.Instant, _ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    (self.deadline, self.ticket, self.continuation) = (deadline, ticket, continuation)
  }
}
