import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct ListTests {
  @Test("Todos are listed in a table that fits the screen, with the names of their users")
  func table() async throws {
    let printed = try await run("list", "--user", "2", "--open", "--limit", "2", width: 40)
    let lines = printed.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines.first == "ID       Title             User")
    #expect(lines.allSatisfy { $0.columns <= 40 })
    #expect(lines.dropFirst().allSatisfy { $0.contains("[ ]") && $0.hasSuffix("Tomás Arrieta") })
    #expect(printed.notes.hasSuffix("15 todos, page 1 of 8; --page 2 for more"))
  }

  @Test("Filters, order and page reach the server")
  func filters() async throws {
    let printed = try await run(
      "list", "--search", "piano", "--sort", "-user", "--limit", "2", "--page", "2", "--json")
    #expect(printed.text.contains("Ask about the piano"))
    #expect(printed.text.contains("\"userId\" : 5"))
  }

  @Test("An empty list and a missing page are reported")
  func nothing() async throws {
    let none = try await run("list", "--search", "nothing like that")
    #expect(none.text.isEmpty)
    #expect(none.notes.hasSuffix("No todo matches."))
    let past = try await run("list", "--page", "99")
    #expect(past.notes.hasSuffix("There is no page 99: 200 todos in all, pages: 10."))
  }
}
