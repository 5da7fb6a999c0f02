import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Retry: the history of attempts", .timeLimit(.minutes(1)))
struct RetryHistoryTests {
  private let clock = TestClock()

  @Test("the last error is thrown with the history of all attempts", .feature("F1"))
  func failed() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(.status(503), .failure(.networkConnectionLost), .status(504))
    }
    let client = APIClient(
      baseURL: "https://api.example.com", transport: stub.retried(clock: CallClock(clock)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run { try await client.dispatch(FindTitles()) }
    }
    #expect(error?.status == 504)
    let attempts = try #require(error?.attempts)
    #expect(attempts.map(\.number) == [1, 2, 3])
    #expect(attempts.map(\.start) == [.zero, .seconds(3), .seconds(6)])
    #expect(attempts.map(\.wait) == [.seconds(3), .seconds(3), nil])
    #expect(attempts[0].outcome == .status(503))
    guard case .failed(.urlSessionFailed, let words) = attempts[1].outcome else {
      Issue.record("\(attempts[1])")
      return
    }
    #expect(words.contains("the connection was lost"))
    #expect(attempts[2].outcome == .status(504))
    #expect(attempts[0].description == "attempt 1 after 0.00 ms, in 0.00 ms: 503; waited 3.00 s")
  }

  @Test("a lost connection in the last attempt keeps its history, and an error without retries has none")
  func transportFailure() async throws {
    let stub = StubTransport { On.any().fail(.networkConnectionLost) }
    let request = TransportRequest(url: .api)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.retried(.immediate()).send(request)
    }
    #expect(error?.attempts.count == 3)
    // Only the error of the call says how many attempts there were.
    #expect(error?.description.contains("after 3 attempts") == true)
    #expect(error?.attempts.allSatisfy { !$0.description.contains("attempts") } == true)
    let plain = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    #expect(plain?.attempts.isEmpty == true)
  }

  @Test("a response has the number of its attempts")
  func succeeded() async throws {
    let stub = StubTransport { On.any().respond(.status(500), .json(["a"])) }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub.retried(.immediate()))
    let response = try await client.response(for: FindTitles())
    #expect(response.attempts.map(\.outcome) == [.status(500), .status(200)])
    let copy = try JSONDecoder().decode(
      [CallTimeline.Attempt].self, from: JSONEncoder().encode(response.attempts))
    #expect(copy == response.attempts)
  }

  @Test("a call whose errors hold its history is freed when it ends")
  func noCycle() async throws {
    weak var record: CallRecord?
    do {
      let stub = StubTransport { On.any().fail(.networkConnectionLost) }
      let request = TransportRequest(url: .api).recorded(on: .continuous)
      record = request.record
      await #expect(throws: NetworkRequestError.self) { try await stub.retried(.immediate()).send(request) }
      #expect(record?.attempts.count == 3)
    }
    #expect(record == nil)
  }

  @Test("the file of a response is removed before another attempt, so that its place is free")
  func files() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "response")
    let stub = StubTransport { On.any().respond(.text("busy", status: 503), .text("here")) }
    let request = TransportRequest(url: .api, delivery: .file(place))
    let response = try await stub.retried(.immediate()).send(request)
    guard case .file(let url) = response.body else {
      Issue.record("no file")
      return
    }
    #expect(url == place)
    #expect(try Data(contentsOf: url) == Data("here".utf8))
  }

  @Test("a streamed response is retried by its status, and its transfer ends when it is dropped")
  func streams() async throws {
    let stub = StubTransport { On.any().respond(.text("busy", status: 503), .chunks(["he", "re"])) }
    let request = TransportRequest(url: .api, delivery: .streamed)
    let response = try await stub.retried(.immediate()).send(request)
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    #expect(try await stream.collected(upTo: 100) == Data("here".utf8))
    #expect(stub.requests.count == 2)
  }
}

private struct FindTitles: Request {
  typealias ReturnType = [String]
  let path = "/todos"
}
