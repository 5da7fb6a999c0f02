import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Retry policies")
struct RetryPolicyTests {
  @Test("constant waits 3 seconds, up to 3 attempts", .feature("C20"))
  func constant() {
    #expect(Self.schedule(.constant()) == [.seconds(3), .seconds(3), nil])
    #expect(Self.schedule(.constant(.milliseconds(200), attempts: 2)) == [.milliseconds(200), nil])
  }

  @Test("immediate does not wait", .feature("C21"))
  func immediate() {
    #expect(Self.schedule(.immediate()) == [.zero, .zero, nil])
  }

  @Test(
    "exponential doubles the limit of its waits up to the cap, and waits a random part of the limit",
    .feature("C21", "F1"))
  func exponential() {
    let limits: [Duration?] = [1, 2, 4, 8, 16, 20, 20].map { .seconds($0) } + [nil]
    #expect(Self.schedule(.exponential(attempts: 8, random: { 1 })) == limits)
    #expect(Self.schedule(.exponential(attempts: 8, random: { 0.5 })) == limits.map { $0.map { $0 / 2 } })
    #expect(Self.schedule(.exponential(attempts: 3, random: { 0 })) == [.zero, .zero, nil])
    #expect(Self.schedule(.exponential(random: { 1 })).count == 4)
  }

  @Test("exponential stays between zero and its cap for any number of attempts, base and random numbers")
  func exponentialBounds() {
    checkProperty { generator in
      let cap = Duration.milliseconds(Int.random(in: 0...100_000, using: &generator))
      let base = Duration.milliseconds(Int.random(in: 0...10_000, using: &generator))
      let random = Double.random(in: -1...2, using: &generator)
      let policy = Backoff.exponential(from: base, cap: cap, attempts: .max, random: { random })
      let number = Int.random(in: 1...5_000, using: &generator)
      guard let delay = policy.delay(after: .failing(number)) else { return false }
      return delay >= .zero && delay <= cap
    }
  }

  @Test("never allows no second attempt, and no policy retries a permanent failure")
  func givingUp() {
    #expect(Self.schedule(.never) == [nil])
    let lasting: [any RetryPolicy] = [.constant(), .immediate(), .exponential()]
    for policy in lasting { #expect(policy.delay(after: .failing(1, status: 404)) == nil) }
  }

  /// The waits after the first, second, … attempt, up to the end.
  private static func schedule(_ policy: any RetryPolicy) -> [Duration?] {
    var delays: [Duration?] = []
    repeat {
      delays.append(policy.delay(after: .failing(delays.count + 1)))
    } while delays.last != .some(nil) && delays.count < 100
    return delays
  }
}

extension FailedAttempt {
  /// An attempt that a server answered with that status.
  fileprivate static func failing(_ number: Int, status: Int = 503) -> FailedAttempt {
    let request = TransportRequest(url: .api)
    let response = TransportResponse(status: status, url: .api)
    return FailedAttempt(
      number: number, request: request, outcome: .success(response), retryAfter: nil, elapsed: .zero)
  }
}
