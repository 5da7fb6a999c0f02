extension String {
  /// Returns the candidate that takes the fewest edits of a character to become, at most two; nil if there is none.
  func nearest(of candidates: [String]) -> String? {
    let near = candidates.map { (name: $0, edits: edits(to: $0)) }.filter { $0.edits <= 2 }
    return near.min { $0.edits < $1.edits }?.name
  }

  /// The Levenshtein distance: insertions, deletions and replacements.
  private func edits(to other: String) -> Int {
    var row = Array(0...other.count)
    for (line, mine) in enumerated() {
      let last = row
      row[0] = line + 1
      for (column, theirs) in other.enumerated() {
        let replaced = last[column] + (mine == theirs ? 0 : 1)
        row[column + 1] = Swift.min(replaced, last[column + 1] + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
