import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("The curl command of a client shows what would be sent", .timeLimit(.minutes(3)))
struct CurlCommandOfStackTests {
  @Test(
    "layers, credentials and cookies are in it, hidden or revealed, and nothing is sent",
    .feature("F41", "F9"))
  func layers() async throws {
    let stub = StubTransport { On.any().respond(headers: [.cacheControl: "max-age=600"], json: [Todo()]) }
    var stack = StandardStack(on: stub.headers(["X-Layer": "yes"]))
    stack.authenticator = .bearer(Canary.secret)
    stack.authenticatedOrigins = ["https://api.example.com"]
    stack.requestIDField = "X-Request-ID"
    let client = APIClient(
      baseURL: "https://api.example.com", credentials: Credentials { ["X-Key": Canary.secret] }, stack: stack)
    _ = try await client.dispatch(GetTodos())
    #expect(stub.requests.count == 1)

    let command = try await client.curlCommand(for: GetTodos())
    for part in [
      "https://api.example.com/todos", "Authorization: ", "X-Layer: ", "X-Request-ID: ", "X-Key: ",
    ] {
      #expect(command.contains(part), "\(command)")
    }
    #expect(!Canary.isHeard(in: command))
    let revealed = try await client.curlCommand(for: GetTodos(), redacting: .revealing)
    #expect(revealed.contains("X-Layer: yes"))
    #expect(revealed.contains("Authorization: Bearer \(Canary.secret)"))
    #expect(stub.requests.count == 1)
    // The previews leave nothing behind that a call would wait for or be answered by.
    _ = try await client.dispatch(GetTodos().with(\.cache, .reload))
    #expect(stub.requests.count == 2)
  }

  @Test("a preview takes no turn of a rate limit, and no fault that is meant for a call", .feature("F41"))
  func leavesNothing() async throws {
    let stub = StubTransport { On.any().respond(json: [Todo()]) }
    let clock = TestClock()
    let faulty = stub.faults(.fail(.timedOut).calls(1))
    let dispatcher = NetworkDispatcher(
      transport: faulty.rateLimited(1, per: .seconds(60)), clock: CallClock(clock))
    let client = APIClient(baseURL: "https://api.example.com", networkDispatcher: dispatcher)
    for _ in 0..<3 { #expect(try await client.curlCommand(for: GetTodos()).contains("/todos")) }
    #expect(faulty.callCount == 0)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(GetTodos().with(\.deadline, .seconds(1)))
    }
    #expect(error?.kind == .urlSessionFailed)
    #expect(faulty.callCount == 1)
  }

  @Test("an error of a layer is thrown, because nothing would be sent", .feature("F41"))
  func failing() async throws {
    let stub = StubTransport { On.any().respond(json: [Todo()]) }
    let tokens = BearerAuthenticator { _ in throw AuthenticationFailure(.noToken) }
    let client = APIClient(
      baseURL: "https://api.example.com",
      transport: stub.authenticated(with: tokens, for: "https://api.example.com"))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.curlCommand(for: GetTodos())
    }
    #expect(error?.needsLogin == true)
    #expect(stub.requests.isEmpty)
  }

  @Test("a log can write commands", .feature("F41", "C13"))
  func logStyle() async throws {
    let sink = CollectingSink()
    let stub = StubTransport { On.any().respond(json: [Todo()]) }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub.logged(to: sink))
    _ = try await client.dispatch(GetTodos())
    let texts = sink.entries.map { $0.text(.curl) }
    #expect(texts.count == 2)
    #expect(texts.first?.hasPrefix("curl --globoff") == true)
    #expect(texts.last?.hasPrefix("← 200") == true)
  }
}
