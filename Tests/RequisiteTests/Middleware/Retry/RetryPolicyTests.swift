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

  @Test("further statuses are retried in one word, with each policy")
  func furtherStatuses() {
    let policies: [any RetryPolicy] = [
      .constant(alsoAfter: [529]), .immediate(alsoAfter: [529]), .exponential(attempts: 4, alsoAfter: [529]),
    ]
    for policy in policies {
      #expect(policy.delay(after: .failing(1, status: 529)) != nil)
      #expect(policy.delay(after: .failing(1, status: 503)) != nil)
      #expect(policy.delay(after: .failing(1, status: 404)) == nil)
      #expect(policy.delay(after: .failing(4, status: 529)) == nil)
    }
    #expect(Backoff.constant(alsoAfter: [529]) != Backoff.constant())
  }

  @Test("of two policies, the second is asked where the first gives up")
  func either() {
    let policy = Backoff.immediate(attempts: 2).or(.constant(.seconds(2), attempts: 4, alsoAfter: [409]))
    #expect(Self.schedule(policy) == [.zero, .seconds(2), .seconds(2), nil])
    #expect(policy.delay(after: .failing(1, status: 409)) == .seconds(2))
    #expect(policy.delay(after: .failing(1, status: 404)) == nil)
  }

  @Test(
    "X-Should-Retry decides instead of the status, within the attempts of the policy",
    arguments: [
      ("true", 400, true), ("TRUE", 409, true), ("false", 503, false), ("false", 529, false),
      ("maybe", 503, true),
      ("maybe", 400, false), (nil, 503, true), (nil, 529, true),
    ] as [(String?, Int, Bool)])
  func serverLed(value: String?, status: Int, isRetried: Bool) {
    let policy = Backoff.immediate(attempts: 2, alsoAfter: [529]).followingServer()
    let failure = FailedAttempt.failing(1, status: status, value.map { ["x-should-retry": $0] } ?? [:])
    #expect((policy.delay(after: failure) != nil) == isRetried)
    #expect(policy.delay(after: .failing(2, status: 503, ["x-should-retry": "true"])) == nil)
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
  fileprivate static func failing(
    _ number: Int, status: Int = 503, _ headers: HTTPHeaders = [:]
  ) -> FailedAttempt {
    let request = TransportRequest(url: .api)
    let response = TransportResponse(status: status, headers: headers, url: .api)
    return FailedAttempt(
      number: number, request: request, outcome: .success(response), retryAfter: nil, elapsed: .zero)
  }
}
