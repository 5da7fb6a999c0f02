#if os(Linux)
  import Foundation
  import TestSupport

  /// Faults that are easily taken for others, such as slowness for silence, and parts other than the one asked for.
  extension ServerFault {
    private static let silence = "`timedOut`, retryable"
    private static let hello = "200, “hello”"
    /// 2 MiB of zeros by gzip, twice.
    private static let bomb = Data(
      base64Encoded:
        "H4sIAAAAAAAC/5Pv5mAAAab/bw8aMgIZhxZ89c/lkV/AMApGwSgYBaNgFIyCYQ/2sdW1d/YyMCgwAAC0LUCiEwgAAA==")

    /// A server that sends these bytes, and then a byte at a time.
    private static func drips(
      _ start: String, _ name: String, wire: Wire = .http1, byte: Data = Data("a".utf8)
    ) -> ServerFault {
      ServerFault(name: name, wire: wire, outcome: silence) { connection in
        try connection.readRequest()
        try connection.send(start)
        while true {
          try connection.send(byte)
          connection.pause(0.1)
        }
      }
    }

    private static func chunked(_ body: String, _ name: String, _ outcome: String = hello) -> ServerFault {
      head("Transfer-Encoding: chunked", name, outcome, body: body)
    }

    private static func part(
      _ fields: String, _ name: String, _ outcome: String = bad, body: String = "56789"
    )
      -> ServerFault
    {
      var fault = sends(
        "HTTP/1.1 206 Partial Content\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\r\n\(body)",
        name,
        outcome)
      fault.range = "bytes=5-9"
      return fault
    }

    static let causes: [ServerFault] = [
      ServerFault(
        name: "sends 2 MiB in 67 bytes, and stops", wire: .http1, outcome: "`bodyTooLarge`"
      ) { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1000\r\n\r\n")
        try connection.send(bomb ?? Data())
        connection.waitUntilClosed()
      },
      drips("HTTP/1.1 200 OK\r\nX-A: ", "sends a header line without end, a byte at a time"),
      drips(
        HTTPMessage.chunkedHead() + "5;", "sends the line of a chunk's size without end, a byte at a time"),
      drips(
        HTTPMessage.chunkedHead() + "5\r\nhello\r\n0\r\nX-A: ",
        "sends a trailer without end, a byte at a time"),
      ServerFault(name: "sends padding, a byte at a time", wire: .http2, outcome: silence) { connection in
        try connection.startHTTP2()
        // The head of a DATA frame of 10,000 bytes with 255 bytes of padding, whose content ends before the padding.
        let frame = HTTP2Frame.frame(0, flags: 8, stream: 1, Data([255]) + Data(count: 255))
        try connection.send(HTTP2Frame.headers() + frame.prefix(10))
        for byte in frame.dropFirst(10) {
          try connection.send(Data([byte]))
          connection.pause(0.1)
        }
        connection.waitUntilClosed()
      },
      sends("HTTP/1.1 200 OK\rContent-Length: 5\r\rhello", "ends lines with CR alone", lost),
      chunked(
        "5\r\nhello\r\n0\r\nX-A: \(String(repeating: "a", count: 200_000))\r\n\r\n",
        "sends a trailer of 200 KB", large),
      chunked(
        "5\r\nhello\r\n0\r\nX-A: \(String(repeating: "a", count: 5000))\r\n\r\n", "sends a trailer of 5 KB",
        large),
      chunked("5;\nhello\r\n0\r\n\r\n", "ends a chunk's extension with LF alone"),
      chunked("5\nhello\r\n0\r\n\r\n", "ends a chunk's size with LF alone"),
      chunked("5\r\nhello\n0\r\n\r\n", "ends a chunk with LF alone"),
      chunked("5 h\r\nhello\r\n0\r\n\r\n", "puts a space and a letter after a chunk's size"),
      chunked("5\rh\r\nhello\r\n0\r\n\r\n", "puts CR into the line of a chunk's size"),
      chunked("5\r\nhello\r\n0x0\r\n\r\n", "ends with a chunk of the size 0x0"),
      chunked("5\r\nhello\r\n0\r\n\n", "ends the trailers with LF alone"),
    ]

    /// Responses to a request for `bytes=5-9` of “0123456789”.
    static let parts: [ServerFault] = [
      part("Content-Range: bytes 5-9/10", "sends the part that was asked for", "206, “56789”"),
      part("Content-Range: bytes 0-4/10", "sends another part than the one asked for", body: "01234"),
      part("Content-Range: bytes 5-7/10", "sends less than the part that was asked for", body: "567"),
      part("Content-Range: bytes 0-9/10", "sends more than the part that was asked for", body: "0123456789"),
      part("X-A: a", "sends a part without a Content-Range"),
      part(
        "Content-Range: bytes 5-9/10\r\nContent-Range: bytes 5-9/10",
        "sends the Content-Range of a part twice"),
      part("Content-Range: bytes 5-9/10", "sends fewer bytes than the Content-Range says", body: "567"),
      part("Content-Range: bytes 5-9/10", "sends more bytes than the Content-Range says", body: "567890"),
      part("Content-Range: bytes */10", "sends a part of no range"),
      part("Content-Range: items 5-9/10", "sends a part in another unit"),
      part(
        "Content-Range: bytes 5-9/10\r\nContent-Type: multipart/byteranges; boundary=a",
        "sends one part as several"),
      part("Content-Range: bytes 5-9/10\r\nContent-Encoding: gzip", "compresses a part"),
    ]
  }
#endif
