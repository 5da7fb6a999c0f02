#if os(Linux)
  extension ServerFault {
    /// The faults that ``URLSessionTransport`` on Linux is shown. It cannot be given an authority for the certificates of
    /// the tests, has no limit for bodies that go to a file or a stream, and reads no lines itself.
    static let overURLSession = (heads + framings + bodies + endings).filter {
      !["sends a chunk beyond the limit", "sends a body without end"].contains($0.name)
    }

    /// What a caller of ``URLSessionTransport`` on Linux gets.
    var urlSessionOutcome: String { Self.urlSessionOutcomes[name] ?? outcome }

    /// Whether FoundationNetworking ends the process.
    var endsURLSession: Bool { urlSessionOutcome == Self.end }

    /// Whether the server says nothing more, and stays connected.
    var endsByTimeout: Bool { urlSessionOutcome.hasPrefix("`timedOut`") }

    private static let end = "the process ends"
    private static let hello = "200, “hello”"

    /// Where they differ from what a caller of ``CurlTransport`` gets.
    private static let urlSessionOutcomes: [String: String] = [
      "ends after the status line": end,
      "ends within a field name": end,
      "puts two spaces before the status": bad,
      "leaves the reason out": bad,
      "ends lines with LF alone": bad,
      "puts CR into a field value": hello,
      "begins the first field with a space": "`unknown`",
      "sends a header section of 100 KiB": #"200, “\r\nhello”"#,
      "sends a header line of 200 KB": "`unknown`",
      "sends interim responses without end": lost,
      "sends the Content-Length `5, 5`": hello,
      "writes `CONTENT-LENGTH:5`": bad,
      "folds the Transfer-Encoding": #"200, “5\r\nhello\r\n0\r\n\r\n”"#,
      "continues the Transfer-Encoding on a folded line": hello,
      "sends a body in the codings `gzip, chunked`": undecodable,
      "names gzip and chunked in two fields": undecodable,
      "does not put chunked last": undecodable,
      "names chunked twice": hello,
      "sends two fields with chunked": hello,
      "sends the coding `xchunked`": undecodable,
      "gives chunked a parameter": undecodable,
      "sends the coding `deflate`": undecodable,
      "sends an empty Transfer-Encoding": hello,
      "sends a Transfer-Encoding of empty members": hello,
      "names identity after chunked": hello,
      "puts a vertical tab before `chunked`": undecodable,
      "sends both framings": hello,
      "sends both framings, the length first": hello,
      "sends trailers": end,
      "sends 100 KiB of trailers": end,
    ]
  }
#endif
