extension String {
  /// The text without anything that a terminal would obey: a title from a server may hold an escape sequence.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks that turn the direction of a line (Unicode UAX #9), and can make it read as another.
    case .format: ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    default: false
    }
  }
}
