#if os(Linux)
  import TestSupport

  extension ServerFault {
    private static let part = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"

    /// A server that reads the header section of a `PUT` of 8 MiB and sends `bytes`, and then ends its direction. It reads on
    /// and discards, or reads nothing more.
    private static func ends(
      _ name: String, _ outcome: String = lost, after bytes: String = "", wire: Wire = .http1,
      saysNotify: Bool = true, closes: Bool = true, reads: Bool = true
    ) -> ServerFault {
      var fault = ServerFault(name: name, wire: wire, outcome: outcome) { connection in
        try connection.readRequestHead()
        try connection.send(bytes)
        if wire == .tls, saysNotify { connection.closeNotify() }
        if closes { connection.finishSending() }
        if reads { connection.waitUntilClosed() } else { connection.pause(2) }
      }
      fault.sendsBody = true
      return fault
    }

    /// How a server ends its direction while the request's body is being sent.
    static let uploads: [ServerFault] = [
      ends("ends its direction within the request's body"),
      ends("ends its direction within the request's body, and reads no more", reads: false),
      ends(
        "ends its direction within the request's body, after an interim response",
        after: "HTTP/1.1 103 Early Hints\r\n\r\n"),
      ends(
        "ends its direction within the request's body and its own header section",
        after: "HTTP/1.1 200 OK\r\nContent-"),
      ends("ends its direction within the request's body and its own body", after: part),
      ends(
        "sends a body without a length within the request's body, and ends its direction", "200, “hello”",
        after: "HTTP/1.1 200 OK\r\n\r\nhello"),
      ends(
        "answers within the request's body, and ends its direction", "200, “hello”",
        after: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
      ends("ends its direction within the request's body", wire: .tls),
      ends("ends its direction within the request's body, and reads no more", wire: .tls, reads: false),
      ends(
        "ends its direction without close_notify within the request's body", wire: .tls, saysNotify: false),
      ends("says close_notify within the request's body", wire: .tls, closes: false),
      ends(
        "says close_notify within the request's body and its own header section",
        after: "HTTP/1.1 200 OK\r\nContent-", wire: .tls, closes: false),
    ]

    /// `Transfer-Encoding: identity`, for which libcurl ignores the Content-Length.
    static let identities: [ServerFault] = [
      identity(5, "hel", "names the coding `identity`, and closes within the body", lost),
      identity(
        2, "hello", "names the coding `identity`, and sends more than the Content-Length", "200, “he”"),
      identity(
        5, "hello", "names the coding `identity`, and keeps the connection", "200, “hello”", keeps: true),
      identity(
        0, "", "names the coding `identity` without a body, and keeps the connection", "200, “”", keeps: true),
      identity(
        5, "hel", "names the coding `identity`, and stops within the body", "`timedOut`, retryable",
        keeps: true),
    ]

    private static func identity(
      _ length: Int, _ body: String, _ name: String, _ outcome: String, keeps: Bool = false
    ) -> ServerFault {
      ServerFault(name: name, wire: .http1, outcome: outcome) { connection in
        try connection.readRequest()
        try connection.send(
          "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\nTransfer-Encoding: identity\r\n\r\n\(body)")
        if keeps { connection.waitUntilClosed() }
      }
    }
  }
#endif
