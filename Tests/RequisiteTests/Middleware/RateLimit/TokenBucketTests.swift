import Testing

@testable import Requisite

@Suite("Token bucket")
struct TokenBucketTests {
  @Test("provides its burst at once, and then a token per interval")
  func schedule() {
    var bucket = TokenBucket(interval: .seconds(2), capacity: 3)
    var now = Duration.zero
    var times: [Duration] = []
    for _ in 0..<6 {
      now += bucket.wait(at: now)
      bucket.take(at: now)
      times.append(now)
    }
    #expect(times == [0, 0, 0, 2, 4, 6].map { .seconds($0) })
    #expect(!bucket.isFull(at: .seconds(11)))
    #expect(bucket.isFull(at: .seconds(12)))
  }

  @Test("computes the wait after other calls")
  func behindOthers() {
    var bucket = TokenBucket(interval: .seconds(1), capacity: 1)
    #expect(bucket.wait(at: .zero, behind: 5) == .seconds(5) - .seconds(0))
    bucket.take(at: .zero)
    #expect(bucket.wait(at: .milliseconds(300)) == .milliseconds(700))
    #expect(bucket.wait(at: .milliseconds(300), behind: 2) == .milliseconds(2_700))
  }

  @Test("in any period, at most as many calls are sent as burst and rate allow")
  func neverTooMany() {
    checkProperty(cases: 200) { generator in
      let interval = Duration.milliseconds(generator.index(below: 500) + 1)
      let capacity = generator.index(below: 5) + 1
      var bucket = TokenBucket(interval: interval, capacity: capacity)
      var now = Duration.zero
      var taken: [Duration] = []
      for _ in 0..<150 {
        now += .milliseconds(generator.index(below: 400))
        if generator.chance(3) { now += bucket.wait(at: now) }
        guard bucket.wait(at: now) == .zero else { continue }
        bucket.take(at: now)
        taken.append(now)
      }
      for (first, start) in taken.enumerated() {
        for (last, end) in taken.enumerated().dropFirst(first) {
          let allowed = Double(capacity) + (end - start) / interval
          guard Double(last - first + 1) <= allowed + 1e-9 else { return false }
        }
      }
      return true
    }
  }

  @Test("without an interval there is no limit")
  func unlimited() {
    var bucket = TokenBucket(interval: .zero, capacity: 1)
    for _ in 0..<100 { bucket.take(at: .zero) }
    #expect(bucket.wait(at: .zero, behind: 100) == .zero)
  }
}
