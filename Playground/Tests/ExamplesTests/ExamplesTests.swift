import ExampleServer
import Examples
import Foundation
import PlaceholderServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExamplesTests {
  @Test("An example prints what its service answers", arguments: expected)
  func services(name: String, lines: [String]) async throws {
    let example = try #require(Example.all.first { $0.name == name })
    let printed = Printed()
    try await ExampleServer.run { server in try await example.run(server.baseURL, printed.add) }
    #expect(printed.lines == lines)
  }

  @Test("Every example has its expectation")
  func complete() {
    let names = Example.all.map(\.name).filter { !["dashboard", "timeline"].contains($0) }
    #expect(Set(Self.expected.map(\.0)) == Set(names))
  }

  @Test("A call that takes longer than the deadline fails, and the other calls do not change that")
  func dashboard() async throws {
    let example = try #require(Example.all.first { $0.name == "dashboard" })
    let printed = Printed()
    try await ExampleServer.run { server in try await example.run(server.baseURL, printed.add) }
    #expect(printed.lines.count == 3)
    #expect(printed.lines.contains("traffic: too late"))
  }

  @Test("The waterfall shows a wait before another attempt, and the one of a hit has no attempt")
  func timeline() async throws {
    let example = try #require(Example.all.first { $0.name == "timeline" })
    let printed = Printed()
    try await ExampleServer.run { server in try await example.run(server.baseURL, printed.add) }
    #expect(printed.lines.count == 2)
    #expect(printed.lines.first?.contains("retry") == true)
    #expect(printed.lines.last?.contains("hit") == true && printed.lines.last?.contains("retry") == false)
  }

  private static let expected: [(String, [String])] = [
    (
      "github",
      [
        "#1 Water the basil", "#2 Sow the cress", "#3 Wax the sledge", "created #4",
        "Validation Failed: title missing_field", "wrong token",
      ]
    ),
    ("oauth", ["May: 12", "no token: invalid_client"]),
    ("uploads", ["multipart/form-data: all bytes counted", "image/jpeg: 300000 bytes"]),
    (
      "chat",
      ["Basil", "Basil likes", "Basil likes the", "Basil likes the sun.", "Incorrect API key provided"]
    ),
    ("resume", ["200000 bytes, whole, the last part with status 206"]),
    ("graphql", ["Water the basil", "no todo has this id"]),
    ("cache", ["run 1: sunny, a miss", "run 2: sunny, a hit"]),
    ("file", ["video/quicktime, 400000 bytes"]),
    ("form", ["multipart/form-data"]),
    ("breaker", Array(repeating: "the server failed", count: 4) + ["not sent", "not sent"]),
    ("bearer", ["2 issues", "Validation Failed"]),
  ]

  @Test("An example prints what the todo server answers", arguments: expectedOfTodos)
  func todos(name: String, lines: [String]) async throws {
    let example = try #require(Example.todos.first { $0.name == name })
    let printed = Printed()
    try await PlaceholderServer.run { server in
      try await example.run(server.baseURL.absoluteString, printed.add)
    }
    #expect(printed.lines == lines)
  }

  private static let expectedOfTodos: [(String, [String])] = [
    ("endpoints", ["10 todos on the first page of user 2", "Sow the cress", "201 Wax the sledge"]),
    ("tutorial", ["200 todos", "201 Test", "201 todos"]),
    ("limits", ["20 of 20 todos, each by its own call"]),
    ("patch", ["Rest, due tomorrow", "Rest, due never"]),
    ("missing", ["1: found", "999: none"]),
  ]
}

/// Keeps lines.
///
/// `@unchecked Sendable` because the lines are only touched under the lock.
private final class Printed: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var lines: [String] { lock.withLock { kept } }

  @Sendable func add(_ line: String) { lock.withLock { kept.append(line) } }
}
