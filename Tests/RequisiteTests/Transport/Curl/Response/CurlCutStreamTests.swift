#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// HTTP/2 bodies without a length whose stream did not end. They are never a success.
  @Suite(
    "CurlTransport: HTTP/2 streams that are cut",
    .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2), .timeLimit(.minutes(3)))
  struct CurlCutStreamTests {
    struct Cut: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let frames: Data
    }

    static let cuts = [
      Cut(
        testDescription: "an oversized frame", frames: HTTP2Frame.data(String(repeating: "x", count: 20_000))),
      Cut(testDescription: "WINDOW_UPDATE of 0", frames: HTTP2Frame.windowUpdate(0)),
      Cut(
        testDescription: "WINDOW_UPDATE of 0 for the stream", frames: HTTP2Frame.windowUpdate(0, stream: 1)),
      Cut(testDescription: "a window beyond its limit", frames: HTTP2Frame.windowUpdate(0x7FFF_FFFF)),
      Cut(
        testDescription: "the stream's window beyond its limit",
        frames: HTTP2Frame.windowUpdate(0x7FFF_FFFF, stream: 1)),
      Cut(testDescription: "DATA on stream 0", frames: HTTP2Frame.data("x", stream: 0)),
      Cut(testDescription: "DATA on a stream that is idle", frames: HTTP2Frame.data("x", stream: 77)),
      Cut(
        testDescription: "PUSH_PROMISE",
        frames: HTTP2Frame.frame(5, flags: 4, stream: 1, HTTP2Frame.number(2, bytes: 4) + Data([0x82]))),
      Cut(testDescription: "SETTINGS of 5 bytes", frames: HTTP2Frame.frame(4, Data(count: 5))),
      Cut(testDescription: "SETTINGS on a stream", frames: HTTP2Frame.frame(4, stream: 1)),
      Cut(
        testDescription: "SETTINGS with a window beyond its limit",
        frames: HTTP2Frame.settings([(4, 0xFFFF_FFFF)])),
      Cut(testDescription: "PING of 7 bytes", frames: HTTP2Frame.frame(6, Data(count: 7))),
      Cut(testDescription: "PING on a stream", frames: HTTP2Frame.frame(6, stream: 1, Data(count: 8))),
      Cut(
        testDescription: "HPACK that is none",
        frames: HTTP2Frame.frame(1, flags: 5, stream: 1, Data([0xFF, 0xFF, 0xFF]))),
      Cut(testDescription: "CONTINUATION out of place", frames: HTTP2Frame.frame(9, flags: 4, stream: 1)),
      Cut(testDescription: "RST_STREAM of 3 bytes", frames: HTTP2Frame.frame(3, stream: 1, Data(count: 3))),
      Cut(testDescription: "RST_STREAM, no error", frames: HTTP2Frame.reset(0)),
      Cut(testDescription: "RST_STREAM, internal error", frames: HTTP2Frame.reset(2)),
      Cut(testDescription: "RST_STREAM, refused", frames: HTTP2Frame.reset(7)),
      Cut(testDescription: "RST_STREAM, cancelled", frames: HTTP2Frame.reset(8)),
      Cut(testDescription: "GOAWAY and the end", frames: HTTP2Frame.goAway()),
      Cut(testDescription: "GOAWAY with an error", frames: HTTP2Frame.goAway(2, last: 0)),
      Cut(testDescription: "GOAWAY on a stream", frames: HTTP2Frame.frame(7, stream: 1, Data(count: 8))),
      Cut(testDescription: "the end of the connection", frames: Data()),
    ]

    @Test(
      "a body without a length that is cut is an error, with each delivery", .feature("F38"),
      arguments: cuts, [0, 1, 2])
    func cut(_ cut: Cut, _ kind: Int) async throws {
      let delivery = [TransportRequest.Delivery.buffered, .streamed, .file(nil)][kind]
      for isTogether in [true, false] {
        let error = await #expect(throws: NetworkRequestError.self, "\(isTogether)") {
          try await collect(delivery, isTogether: isTogether, cut.frames)
        }
        #expect(error?.code != nil && error?.code != .timedOut, "\(String(describing: error))")
      }
    }

    @Test(
      "a body that has ended is a success, also after a GOAWAY of the server",
      arguments: [HTTP2Frame.goAway(), HTTP2Frame.goAway(2)])
    func whole(_ frames: Data) async throws {
      for delivery in [TransportRequest.Delivery.buffered, .streamed] {
        let end = HTTP2Frame.data("", ends: true)
        for frames in [end, end + frames, frames + end, frames + HTTP2Frame.settings() + end] {
          #expect(try await collect(delivery, isTogether: false, waits: true, frames) == "part")
          #expect(try await collect(delivery, isTogether: true, waits: true, frames) == "part")
        }
      }
      for body in Self.bodies {
        let packets = [frames, HTTP2Frame.data("", ends: true)]
        #expect(try await collect(.buffered, isTogether: false, waits: true, packets, body: body) == "part")
      }
    }

    @Test("a body that has ended is a success, also beside frames that libcurl acknowledges")
    func acknowledged() async throws {
      let (ping, end) = (HTTP2Frame.frame(6, Data(count: 8)), HTTP2Frame.data("", ends: true))
      for frames in [end + ping, ping + end, ping + HTTP2Frame.settings() + end, end + ping + ping] {
        for isTogether in [true, false] {
          let body = try await collect(.buffered, isTogether: isTogether, waits: true, [frames])
          #expect(body == "part")
        }
      }
    }

    /// Bodies of requests, whose last records on the wire are as long as a GOAWAY frame, shorter and longer.
    static let bodies: [HTTPBody] = [
      .text("seven 7"), .text(String(repeating: "a", count: 60)),
      .text(String(repeating: "a", count: 20_000)),
      .stream(BodyStream(restarting: { ByteStream(Data(count: 60)) })),
      .stream(BodyStream(length: 60, restarting: { ByteStream(Data(count: 60)) })),
    ]

    @Test(
      "a connection error fails a request with a body too, with and without a GOAWAY before it",
      arguments: bodies.indices, [HTTP2Frame.data("x", stream: 0), HTTP2Frame.windowUpdate(0)])
    func afterBody(_ body: Int, _ frame: Data) async throws {
      for packets in [[HTTP2Frame.goAway(), frame], [HTTP2Frame.goAway() + frame], [frame]] {
        let error = await #expect(throws: NetworkRequestError.self) {
          try await collect(.buffered, isTogether: false, waits: true, packets, body: Self.bodies[body])
        }
        #expect(error?.code == .networkConnectionLost)
      }
    }

    @Test(
      "a connection error after GOAWAY is an error, although the server has announced the end",
      arguments: [
        (HTTP2Frame.data("x", stream: 0), .networkConnectionLost),
        (HTTP2Frame.windowUpdate(0), .networkConnectionLost),
        (HTTP2Frame.frame(1, flags: 5, stream: 1, Data([0xFF, 0xFF, 0xFF])), .badServerResponse),
      ] as [(Data, TransportFailure.Code)])
    func afterGoAway(_ frame: Data, _ code: TransportFailure.Code) async throws {
      for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
        for frames in [[HTTP2Frame.goAway(), frame], [HTTP2Frame.goAway() + frame]] {
          let error = await #expect(throws: NetworkRequestError.self) {
            try await collect(delivery, isTogether: false, waits: true, frames)
          }
          #expect(error?.code == code)
        }
      }
    }

    @Test("a body that has ended is a success, also after a frame as long as RST_STREAM")
    func likeReset() async throws {
      let last = [
        HTTP2Frame.data("four", ends: true), HTTP2Frame.data("", ends: true) + HTTP2Frame.reset(0),
        HTTP2Frame.windowUpdate(1) + HTTP2Frame.data("", ends: true),
      ]
      for frames in last {
        for delivery in [TransportRequest.Delivery.buffered, .streamed] {
          let body = try await collect(delivery, isTogether: false, waits: true, frames)
          #expect(body.hasPrefix("part"))
        }
      }
      let trailers = HTTP2Frame.frame(1, flags: 5, stream: 1, Data([0x00, 0x01, 0x61, 0x00]))
      #expect(try await collect(.buffered, isTogether: false, waits: true, trailers) == "part")
    }

    @Test("a reset without an error after the response of a request with a body changes nothing")
    func resetAfterResponse() async throws {
      for body in Self.bodies {
        let packets = [HTTP2Frame.data("", ends: true), HTTP2Frame.reset(0)]
        #expect(try await collect(.buffered, isTogether: false, waits: true, packets, body: body) == "part")
      }
    }

    private func collect(
      _ delivery: TransportRequest.Delivery, isTogether: Bool, waits: Bool = false, _ frames: Data
    )
      async throws -> String
    {
      try await collect(delivery, isTogether: isTogether, waits: waits, [frames])
    }

    /// The body of a response whose stream continues with these frames, each in its own packet.
    private func collect(
      _ delivery: TransportRequest.Delivery, isTogether: Bool, waits: Bool, _ packets: [Data],
      body: HTTPBody = .none
    ) async throws -> String {
      let frames = packets.reduce(Data(), +)
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        let start = HTTP2Frame.headers() + HTTP2Frame.data("part")
        if isTogether {
          try connection.send(start + frames)
        } else {
          try connection.send(start)
          for packet in packets where !packet.isEmpty {
            connection.pause(0.03)
            try connection.send(packet)
          }
        }
        if waits { return connection.waitUntilClosed() }
        // Only what the client makes of the frames ends the stream, where they are meant to.
        if !frames.isEmpty, !frames.starts(with: HTTP2Frame.goAway().prefix(9)) {
          connection.waitUntilClosed()
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let response = try await transport.send(
        CurlTest.request(
          server.url(), method: body.isNone ? .get : .post, timeout: .seconds(60), delivery: delivery,
          body: body))
      defer { response.body.discard() }
      if let stream = response.stream {
        return String(decoding: try await stream.collected(upTo: 100_000), as: UTF8.self)
      }
      return response.text
    }
  }
#endif
