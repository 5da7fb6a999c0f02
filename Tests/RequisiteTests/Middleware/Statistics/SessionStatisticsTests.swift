import RequisiteTesting
import TestSupport
import Testing

@Suite("Statistics of a session")
struct SessionStatisticsTests {
  @Test("C17: calls are counted by their outcome, and how long they took is told by quantiles")
  func summary() throws {
    let statistics = SessionStatistics()
    let url = try #require(URL(string: "https://a"))
    let request = TransportRequest(url: url)
    func end(_ outcome: Result<TransportResponse, NetworkRequestError>, _ milliseconds: Int) {
      statistics.callEnded(
        ObservedCall(request: request, outcome: outcome, duration: .milliseconds(milliseconds)))
    }
    for number in 1...90 { end(.success(TransportResponse(status: 200, url: url)), number) }
    for _ in 1...5 { end(.success(TransportResponse(status: 503, url: url)), 200) }
    for _ in 1...4 { end(.failure(.urlSessionFailed(TransportFailure(URLError(.timedOut)))), 1_000) }
    end(.failure(.cancelled(nil)), 1)
    let summary = statistics.summary
    #expect(summary.calls == 100)
    #expect(summary.failures == 9)
    #expect(summary.failureRate == 0.09)
    #expect(summary.statuses == [200: 90, 503: 5])
    #expect(summary.errors == [.urlSessionFailed: 4, .cancelled: 1])
    #expect(summary.description.hasPrefix("100 calls, 9.0 % failed; 50 % within"))
  }

  @Test("C17: any duration is told to within 7 %, whatever the amount", arguments: [1, 2, 3, 4, 5])
  func quantiles(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var histogram = LatencyHistogram()
    var all: [Duration] = []
    for _ in 0..<2_000 {
      let exponent = Double.random(in: 0...9, using: &generator)
      let duration = Duration.nanoseconds(Int64(1_000 * pow(10, exponent)))
      all.append(duration)
      histogram.record(duration)
    }
    all.sort()
    for share in [0.01, 0.25, 0.5, 0.9, 0.99, 1] {
      let exact = all[Int((share * Double(all.count)).rounded(.up)) - 1]
      let told = try #require(histogram.quantile(share))
      #expect(
        told >= exact && told <= exact * 1.07 + .microseconds(1), "seed \(seed), \(share): \(exact), \(told)")
    }
    #expect(histogram.quantile(0.5) != nil && LatencyHistogram().quantile(0.5) == nil)
  }

  @Test("C17: an observer is told of each call that passes, failed ones too")
  func observer() async throws {
    let statistics = SessionStatistics()
    let transport = EchoTransport().observed(by: statistics)
    let url = try #require(URL(string: "https://a"))
    _ = try await transport.send(TransportRequest(url: url))
    _ = try await transport.send(TransportRequest(url: url))
    #expect(statistics.summary.calls == 2)
  }
}
