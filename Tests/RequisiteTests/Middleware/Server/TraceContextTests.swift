import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Traces over several servers", .timeLimit(.minutes(1)))
struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test(
    "every attempt is a child span of the incoming context, and keeps its sampling flag and state",
    .feature("F23"))
  func children() async throws {
    let spans = Locked<UInt64>(0)
    let next: @Sendable () -> UInt64 = {
      spans.withLock { last in
        last += 1
        return last
      }
    }
    for sampled in ["01", "00"] {
      let stub = StubTransport { On.any().respond(.status(503), .status(200)) }
      let stack = stub.traced(spanID: next).retried(.immediate())
      let context = try #require(
        TraceContext(
          traceparent: "00-\(Self.trace)-00f067aa0ba902b7-\(sampled)", tracestate: "congo=t61rcWkgMzE"))
      _ = try await TraceContext.$current.withValue(context) {
        try await stack.send(TransportRequest(url: .api))
      }
      let fields = stub.requests.compactMap { $0.headers[.traceparent] }
      #expect(Set(fields).count == 2)
      #expect(fields.allSatisfy { $0.hasPrefix("00-\(Self.trace)-00000000") && $0.hasSuffix("-\(sampled)") })
      #expect(stub.requests.map { $0.headers[.tracestate] } == ["congo=t61rcWkgMzE", "congo=t61rcWkgMzE"])
    }
  }

  @Test(
    "a traceparent of the request is the parent, and an option wins over the task's context", .feature("F23"))
  func sources() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let stack = stub.traced { 1 }
    let handedOn = TransportRequest(
      url: .api, headers: ["traceparent": Self.parent, "tracestate": "a=1, b=2"])
    _ = try await stack.send(handedOn)
    #expect(stub.requests.last?.headers.values(for: .traceparent) == ["00-\(Self.trace)-0000000000000001-01"])
    #expect(stub.requests.last?.headers.values(for: .tracestate) == ["a=1, b=2"])
    let context = TraceContext(traceparent: Self.parent)
    let other = TraceContext(traceparent: "00-\(String(repeating: "a", count: 32))-00f067aa0ba902b7-01")
    let options = RequestOptions().with(\.traceContext, context)
    _ = try await TraceContext.$current.withValue(other) {
      try await stack.send(TransportRequest(url: .api, options: options))
    }
    #expect(stub.requests.last?.headers[.traceparent]?.contains(Self.trace) == true)
    _ = try await stack.send(TransportRequest(url: .api))
    #expect(stub.requests.last?.headers[.traceparent]?.contains(Self.trace) == false)
  }

  @Test(
    "a malformed traceparent is ignored (W3C Trace Context §3.2)", .feature("F23"),
    arguments: [
      "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
      "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
      "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
  func malformed(field: String) {
    #expect(TraceContext(traceparent: field) == nil)
  }

  @Test(
    "the known part of later versions is read, and a state that is not a field value is left out",
    .feature("F23"))
  func versions() throws {
    let later = try #require(
      TraceContext(traceparent: " cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-x "))
    #expect(later.traceID == Self.trace && later.spanID == "00f067aa0ba902b7" && later.isSampled)
    for state in ["a=1\r\nX-Injected: 1", "", String(repeating: "a", count: 513)] {
      #expect(try #require(TraceContext(traceparent: Self.parent, tracestate: state)).state == nil)
    }
    #expect(TraceContext(traceparent: nil) == nil)
  }
}
