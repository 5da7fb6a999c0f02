extension TransportRequest {
  /// The request as a command line of curl, which runs in a POSIX shell.
  ///
  /// Secrets are left out, so that it can be pasted into a bug report; ``curlCommand(redacting:)`` can reveal them.
  public var curlCommand: String { curlCommand(redacting: options.redaction) }

  /// The request as a command line of curl, which runs in a POSIX shell.
  ///
  /// A body that is text is given as it is; one that is none goes through `base64 -d`; a file is named; a stream
  /// cannot be told before it is read, so `@-` stands for it: the standard input.
  ///
  /// - Parameter redaction: What is left out: ``Redaction/revealing`` for nothing.
  public func curlCommand(redacting redaction: Redaction) -> String {
    var words = ["curl", "--globoff", "--path-as-is"]
    let method = methodWords
    if !method.isEmpty { words.append(method) }
    var lines = [(words + [Self.quoted(redaction.url(url))]).joined(separator: " ")]
    lines += redaction.headers(headers).map { "-H \(Self.quoted(Self.line(of: $0)))" }
    let (source, argument) = bodyWords(redaction)
    if let argument {
      // Left alone, curl would call any body a form.
      if !headers.contains(.contentType) { lines.append("-H 'Content-Type:'") }
      lines.append("--data-binary \(argument)")
    }
    return source + lines.joined(separator: " \\\n  ")
  }

  /// How curl is told the method, where it would not take it by itself.
  private var methodWords: String {
    switch method {
    case .head: "--head"
    case .get: body.isNone ? "" : "-X GET"
    case .post: body.isNone ? "-X POST" : ""
    default: "-X \(Self.quoted(method.rawValue))"
    }
  }

  /// What stands before the command, and the argument of `--data-binary`.
  private func bodyWords(_ redaction: Redaction) -> (source: String, argument: String?) {
    switch body.content {
    case .none: return ("", nil)
    case .file(let url, _): return ("", Self.quoted("@\(url.path)"))
    case .stream: return ("", "@-")
    case .data(let data):
      let isText = !data.contains(0) && String(data: data, encoding: .utf8) != nil
      guard isText else { return ("echo \(data.base64EncodedString()) | base64 -d | ", "@-") }
      let type = headers[.contentType].flatMap(MediaType.init)
      let text = redaction.text(String(decoding: data, as: UTF8.self), as: type)
      // curl takes a value that begins with @ for the name of a file.
      return text.hasPrefix("@") ? ("printf %s \(Self.quoted(text)) | ", "@-") : ("", Self.quoted(text))
    }
  }

  /// A field as curl wants it: one without a value ends in a semicolon.
  private static func line(of field: HTTPHeader) -> String {
    field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
  }

  /// One word of a shell's, whatever is in it.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
