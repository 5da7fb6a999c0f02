import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Retry budget", .timeLimit(.minutes(1)))
struct RetryBudgetTests {
  @Test(
    "100 clients of a failing server send at most (1 + ratio) times their calls, and the reserve",
    .feature("F1"))
  func deadServer() async throws {
    let (clients, calls, ratio) = (100, 20, 0.2)
    for reserve in [0.0, 10] {
      let stub = StubTransport { On.any().fail(.cannotConnectToHost) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<clients {
          let transport = stub.retried(.immediate(), budget: RetryBudget(ratio: ratio, reserve: reserve))
          group.addTask {
            for _ in 0..<calls {
              _ = await Result.awaiting { try await transport.send(TransportRequest(url: .api)) }
            }
          }
        }
      }
      let sent = stub.requests.count
      #expect(sent <= Int(Double(clients * calls) * (1 + ratio) + Double(clients) * reserve))
      #expect(sent > clients * calls)
    }
  }

  @Test("calls at the same time share the budget of their stack")
  func shared() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.retried(.immediate(attempts: 10), budget: RetryBudget(ratio: 0.1, reserve: 5))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask { _ = await Result.awaiting { try await transport.send(TransportRequest(url: .api)) } }
      }
    }
    #expect((200...225).contains(stub.requests.count))
  }

  @Test("without a budget every call makes all of its attempts")
  func unlimited() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.retried(.immediate(), budget: nil)
    for _ in 0..<20 { _ = try await transport.send(TransportRequest(url: .api)) }
    #expect(stub.requests.count == 60)
  }

  @Test("in any order of calls and attempts, at most as much is withdrawn as was deposited")
  func balance() {
    checkProperty { generator in
      let ratio = Double.random(in: 0...1, using: &generator)
      let reserve = Double.random(in: 0...5, using: &generator)
      let budget = RetryBudget(ratio: ratio, reserve: reserve)
      var (calls, retries) = (0.0, 0.0)
      for _ in 0..<200 {
        if generator.chance(2) {
          budget.deposit()
          calls += 1
        } else if budget.withdraw() {
          retries += 1
        }
        guard budget.balance >= 0, retries <= calls * ratio + reserve + 1e-9 else { return false }
      }
      return true
    }
  }

  @Test("an attempt that is not made for another reason is not counted")
  func unspent() async throws {
    let budget = RetryBudget(ratio: 0, reserve: 3)
    let stub = StubTransport { On.any().respond(status: 503, headers: [.retryAfter: "3600"]) }
    _ = try await stub.retried(.immediate(), budget: budget).send(TransportRequest(url: .api))
    _ = try await stub.retried(.never, budget: budget).send(TransportRequest(url: .api))
    _ = try await stub.retried(.immediate(), budget: budget).send(TransportRequest(method: .post, url: .api))
    // Its wait would end after its deadline.
    let clock = CallClock(TestClock())
    let failing = StubTransport { On.any().respond(status: 503) }
    let dispatcher = NetworkDispatcher(
      transport: failing.retried(.constant(.seconds(3)), budget: budget, clock: clock), clock: clock)
    let late = TransportRequest(url: .api, options: RequestOptions(deadline: .seconds(1)))
    let error = await #expect(throws: NetworkRequestError.self) { try await dispatcher.send(late) }
    #expect(error?.status == 503)
    #expect(budget.balance == 3)
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
