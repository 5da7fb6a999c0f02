import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The progress of a hedged call", .timeLimit(.minutes(3)))
struct HedgedProgressTests {
  private let clock = TestClock()

  /// Reports the bytes of each request at its times, and ends a second after the last report.
  private struct Reporting: Transport {
    let clock: CallClock
    let first: [Int64]
    let second: [Int64]

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      for bytes in request.isHedge ? second : first {
        var progress = TransferProgress()
        progress.bytesReceived = bytes
        request.options.onProgress?(progress)
        try await clock.wait(.seconds(2), for: request)
      }
      return TransportResponse(status: 200, url: request.url)
    }
  }

  private func reports(_ first: [Int64], _ second: [Int64], after delay: Duration = .seconds(3)) async throws
    -> [Int64]
  {
    let heard = Locked<[Int64]>([])
    let callClock = CallClock(clock)
    let transport = Reporting(clock: callClock, first: first, second: second)
      .hedged(after: delay, budget: nil, clock: callClock)
    let options = RequestOptions().with(\.onProgress) { progress in
      heard.withLock { $0.append(progress.bytesReceived) }
    }
    // Two sleep at any time: the first request, and the alarm for the second or the second request.
    _ = try await clock.run(whenAsleep: 2) {
      try await transport.send(TransportRequest(url: .api, options: options))
    }
    return heard.withLock { $0 }
  }

  @Test("one request reports all of its progress, also when it starts again")
  func alone() async throws {
    #expect(try await reports([50, 0], [], after: .seconds(60)) == [50, 0])
  }

  @Test("of two requests the one that is ahead reports, so that the count does not go back and forth")
  func ahead() async throws {
    // At 0, 2, 4, 6, 8 s and at 3, 5, 7 s.
    #expect(try await reports([10, 50, 55, 60, 61], [20, 70, 100]) == [10, 50, 55, 70, 100])
  }

  @Test("the last report is that of the request that won, however short its response is")
  func shorter() async throws {
    #expect(try await reports([10, 500, 600, 700, 800], [40, 100]) == [10, 500, 600, 700, 100])
  }
}
