#if os(Linux)
  import TestSupport

  extension ServerFault {
    static let bad = "`badServerResponse`"
    static let lost = "`networkConnectionLost`, retryable"
    static let large = "`dataLengthExceedsMaximum`"
    static let undecodable = "`cannotDecodeContentData`"

    /// A response of 200 with these lines, whose body is `hello`.
    static func head(_ lines: String, _ name: String, _ outcome: String = bad, body: String = "hello")
      -> ServerFault
    {
      sends("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n\(body)", name, outcome)
    }

    /// Status lines and header sections.
    static let heads: [ServerFault] = [
      sends("", "closes without a word", lost),
      sends("HTTP/1.", "sends half of `HTTP/1.1`", lost),
      sends("HTTP/1.1", "sends a status line without a status, and closes", lost),
      sends("HTTP/1.1 200 OK", "ends within the status line", lost),
      sends("HTTP/1.1 200 OK\r\n", "ends after the status line", lost),
      sends("HTTP/1.1 200 OK\r\nContent-Le", "ends within a field name", lost),
      sends("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", "ends before the empty line", lost),
      sends("220 smtp ready\r\n\r\n", "speaks SMTP", bad),
      sends("SSH-2.0-OpenSSH_9.2\r\n", "speaks SSH", bad),
      sends("<html>hello</html>", "speaks HTTP/0.9", bad),
      sends("\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{50}", "answers with a TLS alert", bad),
      sends("HTTP/4.2 200 OK\r\nContent-Length: 5\r\n\r\nhello", "speaks HTTP/4.2", bad),
      sends("HTTP/1.1 99 Odd\r\nContent-Length: 5\r\n\r\nhello", "answers with status 99", bad),
      sends("HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nhello", "answers with status 2000", bad),
      sends("HTTP/1.1 abc OK\r\nContent-Length: 5\r\n\r\nhello", "answers with status abc", bad),
      sends("HTTP/1.1 -200 OK\r\nContent-Length: 5\r\n\r\nhello", "answers with status -200", bad),
      sends("HTTP/1.1  200 OK\r\nContent-Length: 5\r\n\r\nhello", "puts two spaces before the status", bad),
      sends("HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", "leaves the reason out", "200, “hello”"),
      sends("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", "ends lines with LF alone", "200, “hello”"),
      head(
        "X-A: a\r\n continued\r\nContent-Length: 5", "folds a field that is not about framing", "200, “hello”"
      ),
      head("no colon\r\nContent-Length: 5", "sends a line without a colon"),
      head(": no name\r\nContent-Length: 5", "sends a field without a name"),
      head("X A: a\r\nContent-Length: 5", "puts a space within a field name"),
      head("X-A : a\r\nContent-Length: 5", "puts a space after a field name"),
      head("X\u{1}A: a\r\nContent-Length: 5", "puts a control character into a field name"),
      head("X-Ä: a\r\nContent-Length: 5", "puts a letter that is not ASCII into a field name"),
      head("X(A): a\r\nContent-Length: 5", "puts parentheses into a field name"),
      head("X-A: a\u{0}b\r\nContent-Length: 5", "puts NUL into a field value"),
      head("X\u{0}A: a\r\nContent-Length: 5", "puts NUL into a field name"),
      head("X-A: a\rb\r\nContent-Length: 5", "puts CR into a field value"),
      head(" X-A: a\r\nContent-Length: 5", "begins the first field with a space"),
      head(
        "X-A: \u{7F}ö\u{1}\r\nContent-Length: 5", "puts other control characters into a value", "200, “hello”"
      ),
      head(
        String(repeating: "X-A: 0123456789012345678901234567\r\n", count: 3000),
        "sends a header section of 100 KiB",
        large),
      head("X-A: " + String(repeating: "x", count: 200_000), "sends a header line of 200 KB", large),
      head(
        String(repeating: "X-A: a\r\n", count: 2000) + "Content-Length: 5", "sends 2,000 short fields",
        "200, “hello”"),
      sends(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "sends hints before the response", "200, “hello”"),
      sends(
        String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000),
        "sends interim responses without end", large),
      sends("HTTP/1.1 100 Continue\r\n\r\n", "closes after an interim response", lost),
    ]
  }
#endif
