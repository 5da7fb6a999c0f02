import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct OverviewTests {
  @Test("The first screen fits 80 columns and 24 lines")
  func screen() async throws {
    let printed = try await run()
    let lines = (printed.notes + "\n" + printed.text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { String($0).columns <= 80 })
  }

  @Test("requests and responses are printed on demand", .feature("C13"))
  func verbose() async throws {
    let printed = try await run("delete", "6", "--verbose")
    #expect(printed.notes.contains(/→ DELETE http:\/\/127.0.0.1:[0-9]+\/todos\/6\n← 200 OK DELETE/))
    #expect(printed.text == "Deleted 6")
  }
}
