import Testing
import TodoAPI

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

  @Test("A long name of a user leaves half of the room to the titles")
  func longUser() throws {
    let todo = Todo(
      id: 1, userId: 1, title: String(repeating: "Water the basil ", count: 9), completed: false)
    let name = String(repeating: "Anastasia ", count: 9)
    let table = Table([todo], names: [1: name], style: plain)
    let lines = table.lines(width: 80, style: plain)
    let titles = try #require(lines.first)
    #expect(lines.allSatisfy { $0.columns <= 80 })
    #expect(
      titles.distance(from: titles.startIndex, to: try #require(titles.firstRange(of: "User")).lowerBound)
        > 40)
  }

  @Test("Colours do not change the columns")
  func colours() {
    let coloured = table.lines(width: 24, style: Style(isColoured: true))
    let bare = coloured.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(bare == table.lines(width: 24, style: plain))
    #expect(bare != coloured)
  }
}
