import Testing

@testable import TodoCommands

@Suite struct TableTests {
  private let table = Table(
    columns: [
      .init(title: "ID", isNumber: true), .init(title: "Title", isFlexible: true), .init(title: "User"),
    ],
    rows: [["7", "Water the basil 🌱", "Ana"], ["12", "東京", "Bo"]])
  private let plain = Style(isColoured: false)

  @Test("Columns are as wide as their cells, wide characters counted twice")
  func natural() {
    #expect(
      table.lines(width: nil, style: plain) == [
        "ID  Title               User", " 7  Water the basil 🌱  Ana", "12  東京                Bo",
      ])
  }

  @Test("The flexible column shrinks to the width of the screen", arguments: 18...40)
  func narrow(width: Int) {
    let lines = table.lines(width: width, style: plain)
    #expect(lines.allSatisfy { $0.columns <= width })
  }

  @Test("Colours do not change the columns")
  func colours() {
    let coloured = table.lines(width: 24, style: Style(isColoured: true))
    let bare = coloured.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(bare == table.lines(width: 24, style: plain))
    #expect(bare != coloured)
  }
}
