import Testing

@testable import TodoCommands

@Suite struct NearestTests {
  @Test(
    "The nearest word is at most two edits away",
    arguments: [
      ("lst", "list"), ("shwo", "show"), ("exprot", "export"), ("donee", "done"), ("frobnicate", nil),
    ])
  func nearest(word: String, expected: String?) {
    #expect(word.nearest(of: ["list", "show", "add", "done", "export"]) == expected)
  }
}
