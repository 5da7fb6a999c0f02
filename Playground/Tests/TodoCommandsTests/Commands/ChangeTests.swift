import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct ChangeTests {
  @Test("Several todos are completed at once, and printed in the order of the command line")
  func done() async throws {
    let printed = try await run("done", "6", "2")
    #expect(
      printed.text == "Done [x] 6  Test the telescope\nDone [x] 2  Plant the tulips with the neighbours")
    let reopened = try await run("done", "6", "--undo")
    #expect(reopened.text == "Reopened [ ] 6  Test the telescope")
  }

  @Test("If one of several todos is missing, those that were completed are printed", .feature("F28"))
  func partlyDone() async throws {
    let printed = try await run("done", "6", "998", "2", "999")
    #expect(
      printed.text == "Done [x] 6  Test the telescope\nDone [x] 2  Plant the tulips with the neighbours")
    #expect(printed.notes.hasSuffix("Error: there is no todo 998; there is no todo 999"))
    #expect(printed.status == 66)
  }

  @Test("A todo is added, renamed and deleted")
  func others() async throws {
    #expect(try await run("add", "Sow", "--done").text == "Added [x] 201  Sow")
    #expect(try await run("rename", "6", "Sell it").text == "Renamed [ ] 6  Sell it")
    #expect(try await run("delete", "6", "7").text == "Deleted 6\nDeleted 7")
    #expect(try await run("delete", "6", "--json").text == "{\n  \"deleted\" : [\n    6\n  ]\n}")
  }

  @Test("Control sequences of a terminal are not printed")
  func control() async throws {
    let printed = try await run("add", "red \u{1B}[31m\u{7} and \u{202E}back")
    #expect(printed.text == "Added [ ] 201  red \u{FFFD}[31m\u{FFFD} and \u{FFFD}back")
  }
}
