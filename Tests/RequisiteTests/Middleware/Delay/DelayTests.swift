import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Delay", .timeLimit(.minutes(1)))
struct DelayTests {
  private let clock = TestClock()
  private let stub = StubTransport { On.any().respond(text: "here") }

  @Test("each call waits for a fixed time on the clock, and is then sent", .feature("C11"))
  func delay() async throws {
    let transport = stub.delayed(by: .seconds(2), clock: CallClock(clock))
    for count in 1...3 {
      let call = Task { try await transport.send(TransportRequest(url: .api)) }
      try await clock.sleepers(1)
      #expect(stub.requests.count == count - 1)
      clock.advance(by: .seconds(2))
      #expect(try await call.value.status == 200)
    }
    #expect(clock.now.offset == .seconds(6))
  }

  @Test(
    "a delay of zero does not wait, and a cancelled delay ends the call before anything is sent",
    .feature("C11"))
  func edges() async throws {
    for delay in [Duration.zero, .seconds(-1)] {
      _ = try await stub.delayed(by: delay, clock: CallClock(clock)).send(TransportRequest(url: .api))
    }
    let transport = stub.delayed(by: .seconds(2), clock: CallClock(clock))
    let call = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    call.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
    #expect(stub.requests.count == 2)
  }

  @Test("a delay that would end after the deadline fails at once")
  func deadline() async throws {
    let transport = stub.delayed(by: .seconds(5), clock: CallClock(clock))
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await dispatcher.send(TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(5))))
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(clock.now.offset == .zero)
    #expect(stub.requests.isEmpty)
  }
}
