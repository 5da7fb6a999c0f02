import Testing

@testable import Requisite

@Suite("The limits of a call's record")
struct CallRecordLimitTests {
  private let record = CallRecord(on: .continuous)

  @Test("with 1,000 exchanges it is not known what else was sent, and none are told")
  func exchanges() {
    let mark = record.mark()
    for _ in 1...999 { record.noteExchange(of: TransportRequest(url: .api), status: 200) }
    #expect(record.exchanges(since: mark).count == 999)
    for _ in 1...2 { record.noteExchange(of: TransportRequest(url: .api), status: 200) }
    #expect(record.exchanges(since: mark).isEmpty)
  }

  @Test("a call without end keeps its first 1,000 spans")
  func spans() {
    for number in 1...1_002 { record.note("test", "\(number)", since: .zero) }
    #expect(record.spans.count == 1_000 && !record.spans.contains { $0.event == "1001" })
  }
}
