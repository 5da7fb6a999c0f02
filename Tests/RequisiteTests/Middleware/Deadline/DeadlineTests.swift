import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Deadline", .timeLimit(.minutes(1)))
struct DeadlineTests {
  private let clock = TestClock()
  private var callClock: CallClock { CallClock(clock) }

  @Test("a call that exceeds its deadline fails, and a shorter one does not")
  func ending() async throws {
    let stub = StubTransport(clock: callClock) {
      On.any().respond(.text("early").after(.seconds(4)), .text("late").after(.seconds(6)))
    }
    let transport = stub.deadline(.seconds(5), clock: callClock)
    let response = try await clock.run(whenAsleep: 2) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(response.bytes == Data("early".utf8))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(whenAsleep: 2) { try await transport.send(TransportRequest(url: .api)) }
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(clock.now.offset == .seconds(9))
  }

  @Test("inside retries, each attempt has its own deadline, and an attempt that exceeds it is tried again")
  func attempts() async throws {
    let stub = StubTransport(clock: callClock) { On.any().respond(.never).once().then(.text("here")) }
    let transport = stub.deadline(.seconds(5), clock: callClock).retried(.immediate(), clock: callClock)
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    #expect(try await call.value.status == 200)
    #expect(stub.requests.count == 2)
  }

  @Test("the earlier of two deadlines applies")
  func earlier() async throws {
    for (inner, outer) in [(3, 9), (9, 3)] {
      let clock = TestClock()
      let stub = StubTransport { On.any().respond(.never) }
      let transport = stub.deadline(.seconds(inner), clock: CallClock(clock))
        .deadline(.seconds(outer), clock: CallClock(clock))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await clock.run(whenAsleep: inner < outer ? 2 : 1) {
          try await transport.send(TransportRequest(url: .api))
        }
      }
      #expect(error?.kind == .deadlineExceeded)
      #expect(clock.now.offset == .seconds(3))
    }
  }

  @Test("the deadline also limits the chunks of a stream")
  func streams() async throws {
    let stub = StubTransport(clock: callClock) { On.any().respond(.chunks(["a", "b"], every: .seconds(10))) }
    let transport = stub.deadline(.seconds(5), clock: callClock)
    let response = try await transport.send(TransportRequest(url: .api, delivery: .streamed))
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run(whenAsleep: 2) { try await stream.collected(upTo: 10) }
    }
    #expect(error?.kind == .deadlineExceeded)
  }
}
