/// A table as text, as wide as its cells need. Flexible columns shrink to fit the screen, but not below eight columns.
struct Table {
  /// The properties of a column.
  struct Column {
    var title: String
    var isNumber = false
    /// True if the column becomes narrower when the screen lacks room.
    var isFlexible = false
    var style: @Sendable (_ cell: String) -> String = { $0 }
  }

  var columns: [Column]
  var rows: [[String]]

  /// Returns the lines of the table, beginning with the titles.
  func lines(width: Int?, style: Style) -> [String] {
    let cells = rows.map { $0.map(\.printable) }
    let widths = widths(of: cells, within: width)
    let titles = line(columns.map(\.title), widths) { style.bold($1) }
    return [titles] + cells.map { row in line(row, widths) { columns[$0].style($1) } }
  }

  private static let gap = "  "

  /// Returns the widths of the columns: those of the cells, reduced from the widest flexible column until the table
  /// fits.
  private func widths(of cells: [[String]], within width: Int?) -> [Int] {
    var widths = columns.enumerated().map { index, column in
      cells.map { $0[index].columns }.reduce(column.title.columns, max)
    }
    let room = (width ?? .max) - (columns.count - 1) * Self.gap.count
    while widths.reduce(0, +) > room, let widest = widestFlexible(widths) { widths[widest] -= 1 }
    return widths
  }

  private func widestFlexible(_ widths: [Int]) -> Int? {
    columns.indices.filter { columns[$0].isFlexible && widths[$0] > 8 }.max { widths[$0] < widths[$1] }
  }

  private func line(_ cells: [String], _ widths: [Int], style: (Int, String) -> String) -> String {
    let padded = cells.enumerated().map { index, cell in
      let text = cell.truncated(to: widths[index])
      let space = String(repeating: " ", count: widths[index] - text.columns)
      let isLast = index == cells.count - 1
      let styled = style(index, text)
      return columns[index].isNumber ? space + styled : styled + (isLast ? "" : space)
    }
    return padded.joined(separator: Self.gap)
  }
}
