#if os(Linux)
  import Foundation
  import TestSupport

  extension ServerFault {
    private static func does(
      _ name: String, _ outcome: String, wire: Wire = .http1,
      _ script: @escaping @Sendable (FaultConnection) throws -> Void
    ) -> ServerFault {
      ServerFault(name: name, wire: wire, outcome: outcome) { connection in
        try connection.readRequest()
        try script(connection)
      }
    }

    private static let silence = "`timedOut`, retryable"
    private static let start = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"

    /// How a response and its connection end.
    static let endings: [ServerFault] = [
      sends(
        "HTTP/1.1 200 OK\r\n\r\nhello", "ends a body without a length with the connection", "200, “hello”"),
      sends("HTTP/1.0 200 OK\r\n\r\nhello", "speaks HTTP/1.0", "200, “hello”"),
      sends(start, "closes within the body", lost),
      sends("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "closes before the body", lost),
      sends(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello", "sends more than the Content-Length", "200, “he”"
      ),
      sends("HTTP/1.1 204 No Content\r\n\r\nhello", "sends a body with 204", "204, “”"),
      sends("HTTP/1.1 304 Not Modified\r\n\r\nhello", "sends a body with 304", "304, “”"),
      sends(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", "calls a text gzip",
        undecodable),
      does("resets the connection before the response", lost) { $0.resetOnClose() },
      does("resets the connection within the header section", lost) { connection in
        try connection.send("HTTP/1.1 200 OK\r\nContent-")
        connection.pause(0.05)
        connection.resetOnClose()
      },
      does("resets the connection within the body", lost) { connection in
        try connection.send(start)
        connection.pause(0.05)
        connection.resetOnClose()
      },
      does("resets the connection in a body without a length", lost) { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
        connection.pause(0.05)
        connection.resetOnClose()
      },
      does("says nothing", silence) { $0.waitUntilClosed() },
      does("stops within the header section", silence) { connection in
        try connection.send("HTTP/1.1 200 OK\r\nContent-")
        connection.waitUntilClosed()
      },
      does("stops within the body", silence) { connection in
        try connection.send(start)
        connection.waitUntilClosed()
      },
      does("stops within a chunk", silence) { connection in
        try connection.send(HTTPMessage.chunkedHead() + "10\r\nhello")
        connection.waitUntilClosed()
      },
      does("sends a body without end", "`bodyTooLarge`") { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while true { try connection.send(Data(count: 65_536)) }
      },
      does("sends the response a byte at a time", "200, “hello”") { connection in
        for byte in HTTPMessage.response(body: "hello") { try connection.send(Data([byte])) }
      },
    ]

    /// The same, and more, over TLS.
    static let tls: [ServerFault] = [
      does("ends a body without a length with close_notify", "200, “hello”", wire: .tls) { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
        connection.closeNotify()
      },
      does("ends a body without a length without close_notify", lost, wire: .tls) { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
      },
      does("ends a body with a length without close_notify", "200, “hello”", wire: .tls) { connection in
        try connection.send(HTTPMessage.response(body: "hello"))
      },
      does("ends chunks without close_notify", "200, “hello”", wire: .tls) { connection in
        try connection.send(HTTPMessage.chunkedHead() + "5\r\nhello\r\n0\r\n\r\n")
      },
      does("closes without a word", lost, wire: .tls) { _ in },
      does("says by close_notify that there is no response", lost, wire: .tls) { $0.closeNotify() },
      does("closes within the body", lost, wire: .tls) { try $0.send(start) },
      does("ends the body early with close_notify", lost, wire: .tls) { connection in
        try connection.send(start)
        connection.closeNotify()
      },
      does("resets the connection within the body", lost, wire: .tls) { connection in
        try connection.send(start)
        connection.pause(0.05)
        connection.resetOnClose()
      },
      does("sends what is no record within the body", lost, wire: .tls) { connection in
        try connection.send(start)
        try connection.sendBelowTLS(Data("world".utf8))
        connection.waitUntilClosed()
      },
      does("says nothing", silence, wire: .tls) { $0.waitUntilClosed() },
      does("puts a space after Content-Length", bad, wire: .tls) { connection in
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length : 50\r\n\r\nhello")
        connection.closeNotify()
      },
    ]
  }
#endif
