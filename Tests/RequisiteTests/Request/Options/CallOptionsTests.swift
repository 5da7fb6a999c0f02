import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Options for one call, and for a client", .timeLimit(.minutes(3)))
struct CallOptionsTests {
  private let stub = StubTransport { On.any().respond(json: [Todo()]) }

  @Test(
    "an option can be set for a request, an endpoint, a client and at the call, and the call wins",
    .feature("F16"))
  func options() async throws {
    struct Patient: Request {
      typealias ReturnType = [Todo]
      let path = "/todos"
      let options = RequestOptions(timeout: .seconds(90), deadline: .seconds(100))
    }
    let client = APIClient.testing(stub).with(\.timeout, .seconds(10)).with(\.maximumBodySize, 1000)
    _ = try await client.dispatch(GetTodos().with(\.deadline, .seconds(2)))
    _ = try await client.dispatch(Patient().with(\.timeout, .seconds(1)).with(\.maximumBodySize, 99))
    _ = try await client.dispatch(.all.with(\.timeout, .seconds(3)))
    _ = try await client.with(RequestOptions(deadline: .seconds(7))).dispatch(GetTodos())
    _ = try await client.values(of: [GetTodos().with(RequestOptions(timeout: .seconds(4)))])
    let sent = stub.requests.map(\.request.options)
    #expect(sent.map(\.timeout) == [.seconds(10), .seconds(1), .seconds(3), .seconds(10), .seconds(4)])
    #expect(sent.map(\.deadline) == [.seconds(2), .seconds(100), nil, .seconds(7), nil])
    #expect(sent.map(\.maximumBodySize) == [1000, 99, 1000, 1000, 1000])
  }

  @Test("encoders can be set at the call and for a client too", .feature("F16"))
  func encoders() async throws {
    struct Search: Request {
      typealias ReturnType = [Todo]
      let path = "/todos"
      struct Filter: Encodable { var tags = ["a", "b"] }
      let queryParams = Filter()
    }
    let commas = QueryEncoder(arrays: .commaSeparated)
    let client = APIClient.testing(stub)
    _ = try await client.dispatch(Search().with(\.queryEncoder, commas))
    _ = try await client.with(\.queryEncoder, commas).dispatch(Search())
    #expect(stub.requests.map { $0.url.query() } == ["tags=a%2Cb", "tags=a%2Cb"])
  }

  @Test("several attempts can be combined with a default", .feature("A29", "A32"))
  func attemptsWithDefault() async throws {
    let failing = StubTransport { On.any().respond(status: 503) }
    let clock = TestClock()
    let client = APIClient.testing(failing, clock: CallClock(clock))
    let todos = try await clock.run { await client.dispatch(GetTodos(), attempts: 3, default: [Todo(id: 9)]) }
    #expect(todos == [Todo(id: 9)])
    #expect(failing.requests.count == 3)
    let fromEndpoint = try await clock.run { await client.dispatch(.all, attempts: 2, default: []) }
    #expect(fromEndpoint == [])
    #expect(failing.requests.count == 5)
  }

  @Test("several calls return a result each, and a failure does not affect the others", .feature("F17"))
  func results() async throws {
    let some = StubTransport {
      On(.get, "/todos/2").respond(status: 404)
      On.any().respond(json: Todo())
    }
    let client = APIClient.testing(some)
    let results = await client.results(of: (1...5).map { GetTodo(id: $0) }, atOnce: 2)
    #expect(results.count == 5)
    #expect(results.map { (try? $0.get()) != nil } == [true, false, true, true, true])
    guard case .failure(.notFound) = results[1] else {
      Issue.record("not found was expected")
      return
    }
  }

  @Test("a callback gets value and response together", .feature("D15", "D26"))
  func responseInCallback() async throws {
    let client = APIClient.answering(.json([Todo()], headers: ["X-Total-Count": "7"]))
    let total = await withCheckedContinuation { continuation in
      client.response(for: GetTodos()) { result in
        continuation.resume(returning: try? result.get().headers[.xTotalCount])
      }
    }
    #expect(total == "7")
    let ofEndpoint = await withCheckedContinuation { continuation in
      client.response(for: .all) { continuation.resume(returning: try? $0.get().value) }
    }
    #expect(ofEndpoint == [Todo()])
  }
}

extension Endpoint where ReturnType == [Todo] {
  fileprivate static var all: Endpoint { .get("/todos") }
}
