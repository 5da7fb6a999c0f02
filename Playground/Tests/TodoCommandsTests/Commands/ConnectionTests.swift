import Requisite
import RequisiteTesting
import Testing
import TodoAPI

@testable import TodoCommands

/// The options of every command, against servers that have a bad day.
@Suite(.timeLimit(.minutes(1))) struct ConnectionTests {
  private let clock = TestClock()
  private let todo = Todo(id: 7, userId: 1, title: "Water the basil", completed: false)
  private let words = ["rename", "7", "Water the basil", "--server", "https://api.example.com"]

  @Test("A request that the server fails is repeated, and the timeline shows the attempts", .feature("F10"))
  func retries() async throws {
    let stub = StubTransport { On(.patch, "/todos/7").respond(.status(503), .status(503), .json(todo)) }
    let printed = try await run(words + ["--timeline"], over: stub, whenAsleep: 2)
    #expect(printed.text == "Renamed [ ] 7  Water the basil")
    #expect(printed.notes.matches(of: /retry +waited/).count == 2)
  }

  @Test("A call makes as many attempts as --retries allows")
  func noRetries() async throws {
    let stub = StubTransport { On(.patch, "/todos/7").respond(.status(503)) }
    let printed = try await run(words + ["--retries", "0"], over: stub)
    #expect(printed.status == 70)
    #expect(stub.requests.count == 1)
  }

  @Test("A call that takes longer than --timeout ends, and nothing was received")
  func timeout() async throws {
    let silent = StubTransport { On(.patch, "/todos/7").respond(.never) }
    let printed = try await run(words + ["--timeout", "2.5"], over: silent, whenAsleep: 2)
    #expect(printed.status == 69)
    #expect(clock.now.offset == .milliseconds(2_500))
  }

  @Test("--headers prints the fields of the request and of the response")
  func headers() async throws {
    let stub = StubTransport { On(.patch, "/todos/7").respond(.json(todo, headers: [.eTag: "\"v1\""])) }
    let printed = try await run(words + ["--headers"], over: stub)
    let lines = printed.notes.split(separator: "\n")
    #expect(lines.contains("Accept: application/json"))
    #expect(lines.contains("ETag: \"v1\""))
    #expect(!printed.notes.contains("basil"))
  }

  @Test("A terminal shows that a slow server is waited for, from half a second on, and no more at the end")
  func waiting() async throws {
    let slow = StubTransport { On(.patch, "/todos/7").respond(.json(todo).after(.milliseconds(750))) }
    let printed = try await run(words, isTerminal: true, over: slow, whenAsleep: 3)
    #expect(
      printed.lines == [
        "| Waiting for api.example.com", "/ Waiting for api.example.com", "- Waiting for api.example.com",
        nil,
      ])
    let fast = StubTransport { On(.patch, "/todos/7").respond(.json(todo)) }
    #expect(try await run(words, isTerminal: true, over: fast, whenAsleep: 3).lines.isEmpty)
  }

  private func run(
    _ words: [String], isTerminal: Bool = false, over transport: any Transport, whenAsleep count: Int = 1
  ) async throws -> Transcript {
    let clock = clock
    return try await clock.run(whenAsleep: count) {
      try await TodoCommandsTests.run(
        words, isTerminal: isTerminal, over: transport, clock: CallClock(clock))
    }
  }
}
