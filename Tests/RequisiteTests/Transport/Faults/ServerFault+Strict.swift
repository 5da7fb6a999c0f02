#if os(Linux)
  import Foundation
  import TestSupport

  /// Faults that libcurl overlooks or reads in another way than most readers, found by ``CurlTransport`` itself.
  extension ServerFault {
    private static let length = "Content-Length: 5\r\n"
    private static let hello = "200, “hello”"
    /// More than a stream's queue holds.
    private static let long = String(repeating: "x", count: 900_000)

    private static func status(_ line: String, _ name: String, _ outcome: String = bad) -> ServerFault {
      sends("\(line)\r\n\(length)\r\nhello", name, outcome)
    }

    private static func section(_ lines: String, _ name: String, _ outcome: String = bad) -> ServerFault {
      sends("HTTP/1.1 200 OK\r\n\(lines)", name, outcome)
    }

    private static func interim(_ line: String, _ name: String) -> ServerFault {
      sends("HTTP/1.1 103 Early Hints\r\n\(line)\r\n\r\nHTTP/1.1 200 OK\r\n\(length)\r\nhello", name, bad)
    }

    private static func chunked(_ body: String, _ name: String, _ outcome: String = bad) -> ServerFault {
      head("Transfer-Encoding: chunked", name, outcome, body: body)
    }

    private static func trailers(_ lines: String, _ name: String, _ outcome: String = bad) -> ServerFault {
      chunked("5\r\nhello\r\n0\r\n\(lines)\r\n\r\n", name, outcome)
    }

    private static let statusLines: [ServerFault] = [
      status("HTTP/1.1 200OK", "puts letters after the status"),
      status("HTTP/1.1 200.5 OK", "answers with status 200.5"),
      status("HTTP/1.1 2OO OK", "answers with status 2OO"),
      status("HTTP/1.1 000 Odd", "answers with status 000"),
      status("HTTP/1.1 099 Odd", "answers with status 099"),
      status("HTTP/1.1 600 Odd", "answers with status 600", "600, “hello”"),
      status("HTTP/1.1\t200 OK", "puts a tab before the status"),
      status("HTTP/1.10 200 OK", "speaks HTTP/1.10"),
      status("HTTP/1. 200 OK", "leaves the minor version out"),
      status("HTTP/.1 200 OK", "leaves the major version out"),
      status("HTTP/x.1 200 OK", "speaks HTTP/x.1"),
      status("HTTP/+.1 200 OK", "speaks HTTP/+.1"),
      status("HTTP/２.1 200 OK", "writes the version with a wide digit"),
      status("HTTP/0.9 200 OK", "speaks HTTP/0.9 with a status line"),
      status("HTTP/3.1 200 OK", "speaks HTTP/3.1"),
      status("HTTP/3 200 OK", "says HTTP/3 in HTTP/1.1"),
      status("HTTP/2 200 OK", "says HTTP/2 in HTTP/1.1"),
      status("HTTP/2.0 200 OK", "says HTTP/2.0 in HTTP/1.1"),
      status("http/1.1 200 OK", "writes `http/1.1`"),
      status("\r\nHTTP/1.1 200 OK", "begins with an empty line"),
      status("HTTP/1.1 200 OK\r\nHTTP/1.1 404 Not Found", "repeats the status line"),
      status("HTTP/1.1 200 OK\r\nHTTP/x: 404 field", "sends a field name that begins with `HTTP/`"),
      status("HTTP/1.1 101 Switching Protocols", "switches protocols"),
      sends(
        "HTTP/1.1  200 OK\r\n\r\n\(long)", "puts two spaces before the status, and sends a long body", bad),
      status("HTTP/1.0 200 OK\r\nConnection: keep-alive", "keeps an HTTP/1.0 connection", hello),
      sends(
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "sends chunks in HTTP/1.0", bad),
    ]

    private static let lines: [ServerFault] = [
      section(":\nContent-Length : 50\r\n\r\nhello", "sends a line of a colon and LF"),
      section("a\nContent-Length : 50\r\n\r\nhello", "sends a line of a letter and LF"),
      section("\rX-A: a\r\n\(length)\r\nhello", "begins a line with CR"),
      section("\rX-A: a\r\n\(long)", "begins a line with CR, and sends a long body"),
      section("\(length)\r\r\nhello", "ends the header section with two CR"),
      interim(" X-A: a", "begins an interim response with a folded line"),
      interim("X-A : a", "puts a space after a field name of an interim response"),
      section("Content-Length: 5\n\rhello", "ends the header section with LF and CR", lost),
    ]

    private static let chunkLines: [ServerFault] = [
      chunked("+5\r\nhello\r\n0\r\n\r\n", "puts a plus before a chunk's size"),
      chunked("0x5\r\nhello\r\n0\r\n\r\n", "puts 0x before a chunk's size"),
      chunked(" 5\r\nhello\r\n0\r\n\r\n", "puts a space before a chunk's size"),
      chunked("00000000000000005\r\nhello\r\n0\r\n\r\n", "sends a chunk size of 17 digits"),
      chunked("8000000000000000\r\nhello", "sends a chunk size beyond 63 bits"),
      chunked("5\r\nhello0\r\n\r\n", "leaves out the line end of a chunk"),
      chunked("5x\r\nhello\r\n0\r\n\r\n", "puts a letter after a chunk's size", hello),
      trailers("X A: a", "puts a space within the name of a trailer"),
      trailers("X\u{1}A: a", "puts a control character into the name of a trailer"),
      trailers("X-A : a", "puts a space after the name of a trailer"),
      trailers("X-A: a\u{0}b", "puts NUL into a trailer"),
      trailers("X-A: a\rb", "puts CR into a trailer"),
      trailers("no colon", "sends a trailer without a colon"),
      trailers("Content-Length: 9\r\nTransfer-Encoding: chunked", "sends trailers about framing", hello),
      trailers("Content-Encoding: gzip\r\nSet-Cookie: a=b", "sends trailers about the body", hello),
      ServerFault(name: "sends a chunk extension without end", wire: .http1, outcome: "`timedOut`, retryable")
      {
        connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + "5;")
        while true { try connection.send(Data(repeating: 97, count: 65_536)) }
      },
    ]

    private static func unaskedPart(_ lines: String, _ name: String, _ outcome: String = bad) -> ServerFault {
      sends("HTTP/1.1 206 Partial Content\r\n\(lines)\r\n\(length)\r\nhello", name, outcome)
    }

    private static let unasked: [ServerFault] = [
      unaskedPart("Content-Range: bytes 0-4/10", "sends a part that was not asked for"),
      unaskedPart("Content-Range: bytes 0-4/*", "sends a part of unknown whole that was not asked for"),
      unaskedPart("Content-Range: bytes 0-9223372036854775807/*", "sends a part of the greatest length"),
      unaskedPart(
        "Content-Type: multipart/byteranges; boundary=a", "sends several parts that were not asked for"),
      unaskedPart("Content-Range: bytes 0-4/5", "calls the whole a part", "206, “hello”"),
      unaskedPart("Content-Range: 0-4/10", "sends a part in items", "206, “hello”"),
    ]

    static let strict = statusLines + lines + chunkLines + unasked
  }
#endif
