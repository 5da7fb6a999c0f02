import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Statistics of calls", .timeLimit(.minutes(1)))
struct CallStatisticsTests {
  @Test("calls are counted by outcome, and their durations are summarized as quantiles", .feature("C17"))
  func summary() throws {
    let statistics = CallStatistics()
    let url = try #require(URL(string: "https://a"))
    let request = TransportRequest(url: url)
    func end(_ outcome: Result<TransportResponse, NetworkRequestError>, _ milliseconds: Int) {
      let outcome = outcome.map { NetworkResponse($0, to: request) }
      statistics.observe(CallEvent(.ended(outcome, after: .milliseconds(milliseconds)), request))
    }
    for number in 1...90 { end(.success(TransportResponse(status: 200, url: url)), number) }
    for _ in 1...4 { end(.success(TransportResponse(status: 503, url: url)), 200) }
    end(.success(TransportResponse(status: 400, url: url)), 200)
    for _ in 1...4 { end(.failure(.urlSessionFailed(TransportFailure(.timedOut))), 1_000) }
    end(.failure(.cancelled(nil)), 1)
    let summary = statistics.summary
    #expect(summary.calls == 100)
    #expect(summary.failures == 9)
    #expect(summary.failureRate == 0.09)
    #expect(summary.statuses == [200: 90, 400: 1, 503: 4])
    #expect(summary.errors == [.urlSessionFailed: 4, .cancelled: 1])
    #expect(summary.description.hasPrefix("100 calls, 9.0 % failed; 50 % within"))
    #expect("\(statistics)" == summary.description)
  }

  @Test("a duration below a microsecond counts as one, and one of more than 8000 seconds as that long")
  func outOfRange() {
    func histogram(of duration: Duration) -> LatencyHistogram {
      var histogram = LatencyHistogram()
      histogram.record(duration)
      return histogram
    }
    for short in [Duration.seconds(-1), .zero, .nanoseconds(999)] {
      #expect(histogram(of: short) == histogram(of: .microseconds(1)))
    }
    #expect(histogram(of: .seconds(Int.max)) == histogram(of: .seconds(8_000)))
  }

  @Test("a share that is not a number has no quantile")
  func noShare() {
    var latencies = LatencyHistogram()
    latencies.record(.seconds(1))
    #expect(latencies.quantile(.nan) == nil)
    #expect(latencies.quantile(.infinity) == latencies.quantile(1))
  }

  @Test("a decoded summary with negative and with very great counts can be printed")
  func decodedSummary() throws {
    var text = String(decoding: try JSONEncoder().encode(CallStatistics().summary), as: UTF8.self)
    let counts = #""statuses":{"500":9223372036854775807,"200":-9223372036854775806,"501":5}"#
    text = text.replacing(#""statuses":{}"#, with: counts)
    let summary = try JSONDecoder().decode(CallStatistics.Summary.self, from: Data(text.utf8))
    #expect(summary.statuses.count == 3)
    #expect(summary.failureRate == 1)
    #expect(summary.description.contains("100.0 % failed"))
  }

  @Test("any duration is reported to within 7 %", .feature("C17"), arguments: [1, 2, 3, 4, 5])
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

  @Test("an observer gets each call, also failed ones", .feature("C17"))
  func observer() async throws {
    let statistics = CallStatistics()
    let stub = StubTransport {
      On.any().respond(.status(200), .failure(.networkConnectionLost), .status(503))
    }
    let transport = stub.observed(by: statistics)
    let url = try #require(URL(string: "https://a"))
    _ = try await transport.send(TransportRequest(url: url))
    await #expect(throws: NetworkRequestError.self) { try await transport.send(TransportRequest(url: url)) }
    _ = try await transport.send(TransportRequest(url: url))
    let summary = statistics.summary
    #expect(summary.calls == 3 && summary.failures == 2)
    #expect(summary.statuses == [200: 1, 503: 1] && summary.errors == [.urlSessionFailed: 1])
  }

  @Test("a summary survives encoding, and a decoded histogram with other counts is refused", .feature("C17"))
  func decoding() throws {
    var histogram = LatencyHistogram()
    histogram.record(.milliseconds(5))
    let data = try JSONCoding().encode(histogram)
    #expect(try JSONCoding().decode(LatencyHistogram.self, from: data) == histogram)
    let text = String(decoding: data, as: UTF8.self)
    let zeros = String(repeating: "0,", count: 527)
    let hostile = [
      #"{"counts":[1],"count":1}"#, #"{"counts":[],"count":0}"#,
      text.replacing(#""count":1"#, with: #""count":2"#), text.replacing(#""count":1"#, with: #""count":0"#),
      "{\"counts\":[\(zeros)\(UInt64.max)],\"count\":\(UInt64.max)}",
      "{\"counts\":[1,\(zeros.dropLast(2))\(UInt64.max)],\"count\":0}",
    ]
    for text in hostile {
      #expect(throws: DecodingError.self, "\(text.prefix(40))") {
        try JSONCoding().decode(LatencyHistogram.self, from: Data(text.utf8))
      }
    }
  }

  @Test("a decoded summary with numbers too large for a sum is read", .feature("C17"))
  func largeSummary() throws {
    let counts = try JSONCoding().encode(LatencyHistogram())
    let text = #"{"statuses":{"200":\#(Int.max),"503":\#(Int.max)},"errors":[],"routes":{},"latencies":"#
    let data = Data(text.utf8) + counts + Data("}".utf8)
    let summary = try JSONCoding().decode(CallStatistics.Summary.self, from: data)
    #expect(summary.calls == .max && summary.failures == .max)
    #expect(!summary.description.isEmpty)
  }
}
