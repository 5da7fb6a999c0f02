extension String {
  /// The text with U+FFFD for each character that a terminal would interpret: a title from a server may contain an
  /// escape sequence.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Characters that change the direction of text (Unicode UAX #9), and can make a line read differently.
    case .format: ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    default: false
    }
  }
}
