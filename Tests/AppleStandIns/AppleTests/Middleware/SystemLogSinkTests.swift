import Requisite
import Testing
import os

@Suite("The system's log", .timeLimit(.minutes(1)))
struct SystemLogSinkTests {
  private struct FixedStatus: Transport {
    let status: Int
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      TransportResponse(status: status, url: request.url)
    }
  }

  @Test(
    "calls are logged under their subsystem, at their level, readable if that is wanted, and without secrets",
    .feature("C13", "F24"))
  func logs() async throws {
    let subsystem = "requisite.tests.\(UUID().uuidString)"
    let sink = SystemLogSink(subsystem: subsystem, category: "calls", privacy: .public)
    let url = try #require(URL(string: "https://api.example.com/?access_token=hidden"))
    for status in [200, 500] {
      _ = try await FixedStatus(status: status).logged(to: sink).send(TransportRequest(url: url))
    }
    let entries = SystemLog.entries.filter { $0.subsystem == subsystem }
    #expect(!entries.isEmpty)
    #expect(entries.allSatisfy { $0.category == "calls" && $0.text.contains("api.example.com") })
    #expect(entries.allSatisfy { !$0.text.contains("hidden") && !$0.text.contains("<private>") })
    #expect(entries.contains { $0.level == .error || $0.level == .default })
  }

  @Test("what is not fixed text is private unless the sink says otherwise", .feature("F24"))
  func privacy() async throws {
    let subsystem = "requisite.tests.\(UUID().uuidString)"
    let url = try #require(URL(string: "https://api.example.com/users/ann"))
    _ = try await FixedStatus(status: 404).logged(to: SystemLogSink(subsystem: subsystem)).send(
      TransportRequest(url: url))
    let texts = SystemLog.entries.filter { $0.subsystem == subsystem }.map(\.text)
    #expect(texts.last?.hasPrefix("finished GET status=404") == true)
    #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("<private>") && !$0.contains("ann") })
  }

  @Test("a text that the system would cut becomes several messages, which break no character")
  func long() async throws {
    let subsystem = "requisite.tests.\(UUID().uuidString)"
    let sink = SystemLogSink(subsystem: subsystem, privacy: .public)
    let path = String(repeating: "é", count: 1_500)
    let url = try #require(URL(string: "https://api.example.com/\(path)"))
    _ = try await FixedStatus(status: 200).logged(to: sink).send(TransportRequest(url: url))
    let texts = SystemLog.entries.filter { $0.subsystem == subsystem }.map(\.text)
    #expect(texts.count > 2 && texts.allSatisfy { $0.utf8.count <= 1_000 })
    #expect(texts.allSatisfy { !$0.contains("\u{FFFD}") })
  }

  @Test("a call is an interval of Instruments, while something records", .feature("F24"))
  func signposts() async throws {
    let subsystem = "requisite.tests.\(UUID().uuidString)"
    let url = try #require(URL(string: "https://api.example.com/users/ann"))
    let dispatcher = NetworkDispatcher(transport: FixedStatus(status: 503).signposted(subsystem: subsystem))
    _ = try? await dispatcher.send(TransportRequest(url: url))
    #expect(Signposts.of(subsystem).isEmpty)
    Signposts.record(subsystem)
    _ = try? await dispatcher.send(TransportRequest(url: url))
    let texts = Signposts.of(subsystem)
    #expect(texts.first == "begin Call GET <private>")
    #expect(texts.last?.hasPrefix("end Call 503") == true)
  }

  @Test("the platform's own sink is the system's log", .feature("C13"))
  func standard() {
    let sink: some CallObserver = .standard
    #expect(sink is SystemLogSink)
  }
}
