import Testing

@testable import TodoCommands

@Suite struct ProgressTests {
  private let bar = ProgressBar(title: "plan.pdf", width: 79)

  @Test(
    "A bar shows the transferred bytes in the unit of the total",
    arguments: [
      (0, "plan.pdf  [------------------------------]    0 %  0.0 of 2.4 MB"),
      (1_200_000, "plan.pdf  [###############---------------]   50 %  1.2 of 2.4 MB"),
      (2_400_000, "plan.pdf  [##############################]  100 %  2.4 of 2.4 MB"),
    ] as [(Int64, String)])
  func bytes(done: Int64, line: String) {
    #expect(bar.line(done, of: 2_400_000) == line)
  }

  @Test("Without a total, only the amount is shown")
  func unknown() {
    #expect(bar.line(1_500, of: nil) == "plan.pdf  1.5 kB")
    #expect(ProgressBar(title: "a", unit: .count("todos")).line(7, of: nil) == "a  7 todos")
  }

  @Test("The line fits screens of any width", arguments: 1...90)
  func narrow(width: Int) {
    var bar = bar
    bar.width = width
    #expect(bar.line(1_200_000, of: 2_400_000).columns <= width)
    #expect(bar.line(1_200_000, of: nil).columns <= width)
  }

  @Test("A cleared line stays cleared, and without a terminal no line is drawn")
  func line() {
    let (seen, unseen) = (Transcript(), Transcript())
    let line = ProgressLine("todos", .count("todos"), on: seen.console(isTerminal: true))
    line.show(1, of: 2)
    line.show(1, of: 2)
    line.clear()
    line.show(2, of: 2)
    line.clear()
    #expect(seen.lines == ["todos  [###############---------------]   50 %  1 of 2 todos", nil])
    ProgressLine("todos", on: unseen.console()).show(1, of: 2)
    #expect(unseen.lines.isEmpty)
  }
}
