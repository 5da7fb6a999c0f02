#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// What a server can do wrong, and the exact error that each of it becomes.
  @Suite("CurlTransport: faults of the server", .timeLimit(.minutes(3)))
  struct CurlFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
      let name: String
      let bytes: String
      let code: TransportFailure.Code
      var testDescription: String { name }
    }

    static let faults = [
      Fault(name: "no response at all", bytes: "", code: .networkConnectionLost),
      Fault(name: "half a status line", bytes: "HTTP/1.", code: .networkConnectionLost),
      Fault(name: "no HTTP", bytes: "220 smtp ready\r\n\r\n", code: .badServerResponse),
      Fault(
        name: "half a header section", bytes: "HTTP/1.1 200 OK\r\nContent-Le", code: .networkConnectionLost),
      Fault(
        name: "a body that ends early", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
        code: .networkConnectionLost),
      Fault(
        name: "chunks that end early", bytes: HTTPMessage.chunkedHead() + HTTPMessage.chunk("hello"),
        code: .networkConnectionLost),
      Fault(
        name: "a chunk that ends early", bytes: HTTPMessage.chunkedHead() + "10\r\nhello",
        code: .networkConnectionLost),
      Fault(
        name: "a chunk size that is no number", bytes: HTTPMessage.chunkedHead() + "xyz\r\nhello\r\n",
        code: .badServerResponse),
      Fault(
        name: "a Content-Length that is no number",
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", code: .badServerResponse),
      Fault(
        name: "a negative Content-Length", bytes: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello",
        code: .badServerResponse),
      Fault(
        name: "a Content-Length beyond all numbers",
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
        code: .badServerResponse),
      Fault(
        name: "two different lengths",
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        code: .badServerResponse),
      Fault(
        name: "an endless header section",
        bytes: "HTTP/1.1 200 OK\r\n"
          + String(repeating: "X-Filler: 0123456789012345678901234567\r\n", count: 5000),
        code: .dataLengthExceedsMaximum),
      Fault(
        name: "an endless header line",
        bytes: "HTTP/1.1 200 OK\r\nX-Filler: " + String(repeating: "x", count: 300_000),
        code: .dataLengthExceedsMaximum),
      Fault(
        name: "a gzip body that is none",
        bytes: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
        code: .cannotDecodeContentData),
    ]

    @Test("each fault is an error with its code, and none is a success", arguments: faults)
    func whole(_ fault: Fault) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(fault.bytes)
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url())
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(request)
      }
      #expect(error?.code == fault.code, "\(String(describing: error))")
    }

    @Test("with the same faults in a stream, the response or its stream fails", arguments: faults)
    func streamed(_ fault: Fault) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(fault.bytes)
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), delivery: .streamed)
      let error = await #expect(throws: NetworkRequestError.self) {
        let response = try await CurlTest.fresh().send(request)
        _ = try await response.stream?.collected(upTo: 1000)
      }
      #expect(error?.code == fault.code, "\(String(describing: error))")
    }

    @Test("a reset in the middle of the body")
    func reset() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        connection.pause(0.05)
        connection.resetOnClose()
      }
      defer { server.stop() }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(CurlTest.request(server.url()))
      }
      #expect(error?.code == .networkConnectionLost)
      #expect(error?.curlCode == 56)
    }

    @Test("a Content-Length of 9223372036854775807 is refused before memory is allocated")
    func hugeLength() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url())
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error == .bodyTooLarge(64 << 20, request: request))
    }

    @Test(
      "a body past its limit ends the transfer, and one of its length does not, announced or not",
      arguments: [true, false])
    func limit(_ isAnnounced: Bool) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        let body = String(repeating: "x", count: 2000)
        try connection.send(
          isAnnounced
            ? HTTPMessage.response(body: body)
            : Data((HTTPMessage.chunkedHead() + HTTPMessage.chunk(body) + "0\r\n\r\n").utf8))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      request.options.maximumBodySize = 1999
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error == .bodyTooLarge(1999, request: request))
      request.options.maximumBodySize = 2000
      #expect(try await CurlTest.transport.send(request).text.utf8.count == 2000)
    }
  }
#endif
