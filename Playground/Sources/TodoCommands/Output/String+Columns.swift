extension String {
  /// The number of columns that the text takes on a terminal.
  var columns: Int {
    reduce(0) { $0 + $1.columns }
  }

  /// Returns the text, cut with an ellipsis if it takes more than `limit` columns.
  func truncated(to limit: Int) -> String {
    guard columns > limit else { return self }
    var room = limit - 1
    let kept = prefix { character in
      room -= character.columns
      return room >= 0
    }
    return limit < 1 ? "" : kept + "…"
  }
}

extension Character {
  /// 2 for wide characters (East Asian, emoji), 0 for those drawn over another, otherwise 1.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    if Self.wide.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The blocks that Unicode's UAX #11 calls wide or full-width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
