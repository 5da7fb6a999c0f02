/// A request as a command line for the program curl in a POSIX shell. It is unrelated to libcurl.
private struct ShellCommand {
  /// The longest argument of a program in bytes: 128 KiB on Linux, less one for the closing NUL.
  private static let longestArgument = (128 << 10) - 1

  let request: TransportRequest
  let redaction: Redaction
  /// The fields that are sent, with the type of the body.
  let headers: HTTPHeaders

  var text: String {
    let method = methodWords
    var lines = [(["curl", "--globoff", "--path-as-is"] + method + [address]).joined(separator: " ")]
    lines += fields.map { "-H \(ShellQuoting.word($0))" }
    let body = body
    if let argument = body.argument {
      // Without this option, curl would announce every body as a form.
      if !headers.contains(.contentType) { lines.append("-H 'Content-Type:'") }
      lines.append("--data-binary \(argument)")
    }
    return body.source + lines.joined(separator: " \\\n  ")
  }

  /// The URL as an argument, with `--url` if it begins with a dash and would be read as an option.
  private var address: String {
    let url = redaction.url(request.url)
    return (url.utf8.first == UInt8(ascii: "-") ? "--url " : "") + ShellQuoting.word(url)
  }

  /// The option that sets the method, unless curl chooses the method itself. An invalid method is omitted.
  private var methodWords: [String] {
    switch request.method {
    case .head: ["--head"]
    case .get: request.body.isNone ? [] : ["-X GET"]
    case .post: request.body.isNone ? ["-X POST"] : []
    case let method: Token.isValid(method.rawValue) ? ["-X \(ShellQuoting.word(method.rawValue))"] : []
    }
  }

  /// The header fields in curl's notation, where a field without a value ends in a semicolon. Invalid fields are omitted: a
  /// line break would add a field, and a name that begins with `@` would read a file.
  private var fields: [String] {
    headers.filter(\.canBeSent).map { field in
      let value = redaction.value(of: field)
      return value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
    }
  }

  /// The pipeline before the command that provides the body, if any, and the argument of `--data-binary`; nil without a
  /// body.
  private var body: (source: String, argument: String?) {
    switch request.body.content {
    case .none: return ("", nil)
    case .file(let url, _): return ("", ShellQuoting.word("@\(url.path)"))
    case .stream: return ("", "@-")
    case .data(let whole):
      let data = redaction.data(whole, as: headers)
      guard let text = String(validUTF8: data), ShellQuoting.isReadable(text) else {
        return ("printf %s \(data.base64EncodedString()) | base64 -d | ", "@-")
      }
      let word = ShellQuoting.word(text)
      // curl reads a value that begins with @ as the name of a file. printf is built into shells, so its arguments can have
      // any length.
      let usesStandardInput = data.first == UInt8(ascii: "@") || data.count >= Self.longestArgument
      return usesStandardInput ? ("printf %s \(word) | ", "@-") : ("", word)
    }
  }
}

extension TransportRequest {
  /// The request as a command line for the program curl, to run in a POSIX shell.
  ///
  /// Secrets are redacted, so that you can paste the command into a bug report; ``curlCommand(redacting:)`` can reveal
  /// them.
  public var curlCommand: String { curlCommand(redacting: options.redaction) }

  /// Returns the request as a command line for the program curl, to run in a POSIX shell.
  ///
  /// Text in the request is quoted, so that it cannot run other commands. A text body is part of the command; if it is too
  /// long for one argument (128 KiB on Linux) or begins with `@`, it is piped to standard input. Other bytes are piped
  /// through `base64 -d`. A file body is referenced by its path. A stream can be read only once, so the command reads its
  /// body from standard input (`@-`). Methods and header fields that the library refuses to send are omitted.
  ///
  /// - Parameter redaction: The rule that redacts secrets; ``Redaction/revealing`` redacts nothing. By every other rule,
  ///   `<redacted>` takes the place of a body, or a part of a multipart form, that is neither JSON, a form nor plain text.
  public func curlCommand(redacting redaction: Redaction) -> String {
    ShellCommand(request: self, redaction: redaction, headers: headersWithContentType).text
  }
}

/// Quoting for words of a command line in a POSIX shell. Text is read by Unicode scalars: an apostrophe with a combining
/// mark is one `Character`, but the shell still sees the apostrophe.
enum ShellQuoting {
  /// Quotes text as a single word, between apostrophes.
  ///
  /// Characters that a terminal could act on when the command is pasted (control characters other than the line feed), and
  /// direction marks, which change how the command looks, are written as `"$(printf '\033')"`. NUL is omitted, because no
  /// word can contain it.
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

  /// True if the text can be part of a command without `printf`, so that the command is readable.
  static func isReadable(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 == "\0" || isUnsafe($0) }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && OneLine.isUnsafe(scalar)
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    .joined()
  }
}
