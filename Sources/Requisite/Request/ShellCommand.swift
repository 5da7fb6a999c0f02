/// A request as a command line of the program curl, for a POSIX shell. (It has nothing to do with libcurl.)
private struct ShellCommand {
  /// What an argument of a program may have at most: 128 KiB on Linux, its closing NUL included.
  private static let longestArgument = (128 << 10) - 1

  let request: TransportRequest
  let redaction: Redaction

  var text: String {
    let method = methodWords
    var lines = [(["curl", "--globoff", "--path-as-is"] + method + [address]).joined(separator: " ")]
    lines += fields.map { "-H \(ShellQuoting.word($0))" }
    let body = body
    if let argument = body.argument {
      // Left alone, curl would call any body a form.
      if !request.headers.contains(.contentType) { lines.append("-H 'Content-Type:'") }
      lines.append("--data-binary \(argument)")
    }
    return body.source + lines.joined(separator: " \\\n  ")
  }

  /// Text that begins with a dash would be an option.
  private var address: String {
    let url = redaction.url(request.url)
    return (url.utf8.first == UInt8(ascii: "-") ? "--url " : "") + ShellQuoting.word(url)
  }

  /// The option that sets the method, if curl would not choose it by itself. An invalid method is left out.
  private var methodWords: [String] {
    switch request.method {
    case .head: ["--head"]
    case .get: request.body.isNone ? [] : ["-X GET"]
    case .post: request.body.isNone ? ["-X POST"] : []
    case let method: Token.isValid(method.rawValue) ? ["-X \(ShellQuoting.word(method.rawValue))"] : []
    }
  }

  /// The header fields as curl wants them: one without a value ends in a semicolon. Fields that could not be sent are left
  /// out: a line break in one would add a field, and a name that begins with `@` would read a file.
  private var fields: [String] {
    request.headers.filter(\.canBeSent).map { field in
      let value = redaction.value(of: field)
      return value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
    }
  }

  /// What stands before the command, and the argument of `--data-binary`; no argument where there is no body.
  private var body: (source: String, argument: String?) {
    switch request.body.content {
    case .none: return ("", nil)
    case .file(let url, _): return ("", ShellQuoting.word("@\(url.path)"))
    case .stream: return ("", "@-")
    case .data(let whole):
      let data = redaction.data(whole, as: request.headers)
      guard let text = String(data: data, encoding: .utf8), ShellQuoting.isReadable(text) else {
        return ("printf %s \(data.base64EncodedString()) | base64 -d | ", "@-")
      }
      let word = ShellQuoting.word(text)
      // curl takes a value that begins with @ for the name of a file. printf is built into shells, so its arguments may
      // be of any length.
      let goesByInput = data.first == UInt8(ascii: "@") || data.count >= Self.longestArgument
      return goesByInput ? ("printf %s \(word) | ", "@-") : ("", word)
    }
  }
}

extension TransportRequest {
  /// The request as a command line of the program curl, which runs in a POSIX shell.
  ///
  /// Secrets are left out, so that it can be pasted into a bug report; ``curlCommand(redacting:)`` can reveal them.
  public var curlCommand: String { curlCommand(redacting: options.redaction) }

  /// The request as a command line of the program curl, which runs in a POSIX shell and runs nothing else, whatever is in
  /// the request.
  ///
  /// A body that is text stands in the command as it is; other bytes go through `base64 -d`, and a body of 128 KiB or more
  /// through standard input. A file is named. A stream can be read only once, so `@-`, the standard input, stands for it.
  /// A method and header fields that the library would refuse to send are left out.
  ///
  /// - Parameter redaction: What is left out: ``Redaction/revealing`` for nothing. A body that cannot be searched for
  ///   secrets, because it is compressed or a binary property list, is left out as a whole unless that is given.
  public func curlCommand(redacting redaction: Redaction) -> String {
    ShellCommand(request: self, redaction: redaction).text
  }
}

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
