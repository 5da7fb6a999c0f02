extension String {
  /// How many columns of a terminal the text takes.
  var columns: Int {
    reduce(0) { $0 + $1.columns }
  }

  /// The text in that many columns: cut with an ellipsis where it is longer.
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
  /// 2 for what is drawn wide (East Asian characters, emoji), 0 for what is drawn over another, else 1.
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
