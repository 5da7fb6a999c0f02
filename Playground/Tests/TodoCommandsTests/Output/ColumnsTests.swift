import Testing

@testable import TodoCommands

@Suite struct ColumnsTests {
  @Test(
    "The width of a text is its number of columns on a terminal",
    arguments: [
      ("", 0), ("basil", 5), ("crème", 5), ("cre\u{300}me", 5), ("東京", 4), ("🌱", 2), ("한글", 4), ("👩‍🌾", 2),
      ("Łódź", 4), ("ﾊﾝ", 2), ("❤️", 2),
    ])
  func columns(text: String, count: Int) {
    #expect(text.columns == count)
  }

  @Test(
    "A text that is too long ends in an ellipsis, and wide characters are not split",
    arguments: [("basil", 5, "basil"), ("basil", 4, "bas…"), ("東京都", 4, "東…"), ("東京", 1, "…"), ("a", 0, "")])
  func truncation(text: String, limit: Int, result: String) {
    #expect(text.truncated(to: limit) == result)
  }
}
