/// Words of a command line for a POSIX shell. All decisions are by bytes: a combining mark after an apostrophe makes one
/// `Character` of both, and is no less an apostrophe to the shell.
enum ShellQuoting {
  /// One word, whatever is in the text.
  ///
  /// The text stands in apostrophes. What a terminal could act on when the command is pasted (control characters but the line
  /// feed, and marks of writing direction, which deceive the eye) is written as `"$(printf '\033')"`. NUL, which no word can
  /// hold, is left out.
  static func word(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" {
        result += #"'\''"#
      } else if scalar == "\0" {
        continue
      } else if isUnsafe(scalar) {
        result += "'\"$(printf '\(octal(scalar))')\"'"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// Whether the text can stand in a command as it is, so that people can read it.
  static func isReadable(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 == "\0" || isUnsafe($0) }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    .joined()
  }
}
