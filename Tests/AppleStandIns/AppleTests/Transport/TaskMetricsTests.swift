import Testing

@testable import Requisite

@Suite("The phases that URLSession measures")
struct TaskMetricsTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private func timings(_ change: (URLSessionTaskTransactionMetrics) -> Void) -> CallTimeline.Timings {
    let transaction = URLSessionTaskTransactionMetrics()
    change(transaction)
    let interval = DateInterval(start: start, duration: 10)
    return CallTimeline.Timings(URLSessionTaskMetrics([transaction], in: interval))
  }

  private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  @Test("a new connection has every phase, as with libcurl")
  func allPhases() {
    let timings = timings {
      ($0.domainLookupStartDate, $0.domainLookupEndDate) = (at(1), at(2))
      ($0.connectStartDate, $0.secureConnectionStartDate) = (at(2), at(3))
      ($0.secureConnectionEndDate, $0.connectEndDate) = (at(4), at(4))
      ($0.requestStartDate, $0.responseStartDate, $0.responseEndDate) = (at(5), at(6), at(7))
      ($0.networkProtocolName, $0.remoteAddress, $0.remotePort) = ("h2", "2001:db8::1", 443)
      ($0.countOfRequestBodyBytesSent, $0.countOfResponseBodyBytesReceived) = (8, 9)
    }
    #expect(timings.queued == .seconds(1) && timings.nameResolved == .seconds(2))
    #expect(timings.connected == .seconds(3) && timings.secured == .seconds(4))
    #expect(timings.requestSent == .seconds(5) && timings.firstByte == .seconds(6))
    #expect(timings.lastByte == .seconds(7))
    #expect(timings.httpVersion == "HTTP/2" && timings.remoteAddress == "[2001:db8::1]:443")
    #expect(timings.bytesSent == 8 && timings.bytesReceived == 9 && !timings.reusedConnection)
  }

  @Test("on a kept connection, all phases up to the request end where it begins")
  func keptConnection() {
    let timings = timings {
      $0.isReusedConnection = true
      ($0.requestStartDate, $0.responseStartDate, $0.responseEndDate) = (at(2), at(3), at(4))
    }
    #expect(timings.queued == .seconds(2) && timings.secured == .seconds(2))
    #expect(timings.requestSent == .seconds(2) && timings.reusedConnection)
  }

  @Test("dates that go back, as when the clock is set, do not make a phase negative")
  func backwards() {
    let timings = timings {
      ($0.requestStartDate, $0.responseStartDate, $0.responseEndDate) = (at(5), at(3), at(4))
    }
    #expect(timings.lastByte == .seconds(5))
  }

  @Test("without a transaction there are no phases")
  func none() {
    let interval = DateInterval(start: start, duration: 1)
    #expect(CallTimeline.Timings(URLSessionTaskMetrics([], in: interval)) == CallTimeline.Timings())
  }
}
