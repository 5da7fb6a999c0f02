import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Logs as fields", .timeLimit(.minutes(1)))
struct LogFieldsTests {
  private func names(_ entry: CallEvent) -> [String] { entry.fields.map(\.name) }

  private func value(_ name: String, _ entry: CallEvent) -> CallEvent.Field.Value? {
    entry.fields.first { $0.name == name }?.value
  }

  @Test("an entry has request, outcome and time as names and typed values", .feature("F24"))
  func fields() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(.status(503), .text("four", contentType: "text/plain").after(.milliseconds(12)))
    }
    let sink = CollectingSink()
    let stack = stub.retried(.immediate(), clock: CallClock(clock)).logged(to: sink, clock: CallClock(clock))
    let context = TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    let request = TransportRequest(
      url: .api("/todos?token=canary-7f3a"), options: RequestOptions().with(\.traceContext, context))
    _ = try await clock.run {
      try await NetworkDispatcher(transport: stack, clock: CallClock(clock)).send(request)
    }
    let (started, finished) = (sink.entries[0], sink.entries[1])
    #expect(names(started) == ["event", "request_id", "method", "url", "trace_id"])
    #expect(
      names(finished) == [
        "event", "request_id", "method", "url", "status", "response_bytes", "duration_ms", "attempts",
        "trace_id",
      ])
    #expect(value("event", finished) == .text("finished"))
    #expect(value("request_id", finished) == .text(request.id.description))
    #expect(value("method", finished) == .text("GET"))
    #expect(value("status", finished) == .integer(200))
    #expect(value("response_bytes", finished) == .integer(4))
    #expect(value("duration_ms", finished) == .number(12))
    #expect(value("attempts", finished) == .integer(2))
    #expect(value("trace_id", finished) == .text("4bf92f3577b34da6a3ce929d0e0e4736"))
    let attempts = sink.events.filter { if case .attempt = $0.kind { true } else { false } }
    #expect(attempts.map { value("attempt", $0) } == [.integer(1), .integer(2)])
    #expect(attempts.map { value("wait_ms", $0) } == [.number(0), nil])
    #expect(sink.events.allSatisfy { !$0.text(.fields).contains("canary") })
    let waits = sink.events.filter { value("layer", $0) == .text("retry") }
    #expect(
      waits.map { $0.text() }.allSatisfy { $0.hasPrefix("· GET ") && $0.contains(": retry waited in ") })
    #expect(waits.count == 1)
  }

  @Test("an entry of a failure has its kind and message, and a passed deadline is an error", .feature("F24"))
  func failure() {
    let request = TransportRequest(url: .api("/todos"))
    let failure = NetworkRequestError.deadlineExceeded(.seconds(2), request: request)
    let entry = CallEvent(.ended(.failure(failure), after: .seconds(2)), request)
    #expect(entry.level == .error)
    #expect(value("error", entry) == .text("deadlineExceeded"))
    #expect(value("duration_ms", entry) == .number(2_000))
    #expect(CallEvent(.ended(.failure(.cancelled(request)), after: .zero), request).level == .info)
  }

  @Test("no value can look like another field or another line", .feature("F24"))
  func line() throws {
    let request = TransportRequest(method: "X", url: .api("/a"))
    let problem = "a \"b\" \\ c=d\r\nlevel=info\u{2028}\u{202E}x"
    let entry = CallEvent(
      .ended(.failure(.invalidRequest(InvalidRequest(.path, problem))), after: .milliseconds(1.5)), request)
    let line = entry.text(.fields)
    #expect(
      line.hasPrefix("event=failed request_id=\(request.id) method=X url=https://api.example.com/a error="))
    #expect(line.hasSuffix(" duration_ms=1.5"))
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{2028}" && $0 != "\u{202E}" })
    #expect(line.contains(#"a \"b\" \\ c=d  level=info  x"#))
  }
}
