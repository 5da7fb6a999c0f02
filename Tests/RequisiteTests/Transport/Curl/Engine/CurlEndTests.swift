#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: the end of a body", .timeLimit(.minutes(3)))
  struct CurlEndTests {
    struct StreamExport: Request {
      typealias ReturnType = ByteStream
      let path = "/export"
      let options = RequestOptions(timeout: .seconds(20))
    }

    private static let ending = "0\r\nX-Sum: 7\r\nX-More: 1\r\n\r\n"

    /// Sends a chunk, and the rest when it may.
    private static func server(_ mayEnd: DispatchSemaphore) throws -> FaultServer {
      try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("some"))
        mayEnd.wait()
        try connection.send(HTTPMessage.chunk("more") + ending)
      }
    }

    @Test("a stream that has ended has trailers, the time of the last byte and the count of bytes")
    func streamed() async throws {
      let mayEnd = DispatchSemaphore(value: 0)
      let server = try Self.server(mayEnd)
      defer { server.stop() }
      let answer = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .streamed))
      let stream = try #require(answer.stream)
      var chunks = stream.makeAsyncIterator()
      #expect(try await chunks.next() == Data("some".utf8))
      #expect(stream.end == nil)
      mayEnd.signal()
      #expect(try await chunks.next() == Data("more".utf8))
      #expect(try await chunks.next() == nil)
      let end = try #require(stream.end)
      #expect(end.trailers["X-Sum"] == "7" && end.trailers["X-More"] == "1")
      let (before, after) = (try #require(answer.timings), try #require(end.timings))
      #expect(after.bytesReceived == 8)
      #expect(after.firstByte == before.firstByte)
      // Equal, if the machine was slow between libcurl's start and its socket's: no phase ends before the one before it.
      #expect(after.lastByte >= before.lastByte)
    }

    @Test("the response of a file has them, too")
    func file() async throws {
      let mayEnd = DispatchSemaphore(value: 0)
      mayEnd.signal()
      let server = try Self.server(mayEnd)
      defer { server.stop() }
      let request = CurlTest.request(server.url(), delivery: .file(nil))
      let answer = try await CurlTest.transport.send(request)
      answer.body.discard()
      #expect(answer.trailers["X-Sum"] == "7")
      #expect(answer.timings?.bytesReceived == 8)
    }

    @Test("a stream that fails, and one that is not read to its end, have no trailers")
    func none() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("some"))
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), delivery: .streamed)
      let stream = try #require(try await CurlTest.transport.send(request).stream)
      await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: 100) }
      #expect(stream.end == nil)
    }

    @Test("trailers count as header bytes")
    func limit() async throws {
      // Below the limit alone, and above it with the header section.
      let field = "X-Long: \(String(repeating: "x", count: 450))\r\n"
      let server = try FaultServer.answering(
        HTTPMessage.chunkedHead() + HTTPMessage.chunk("some") + "0\r\n\(field)\r\n")
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.maximumHeaderSize = 500 }
      for delivery in [TransportRequest.Delivery.buffered, .streamed] {
        let error = await #expect(throws: NetworkRequestError.self) {
          let answer = try await transport.send(CurlTest.request(server.url(), delivery: delivery))
          _ = try await answer.stream?.collected(upTo: 100)
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
      }
    }

    @Test("a client's stream has them through all layers, and its timeline has the body")
    func client() async throws {
      let mayEnd = DispatchSemaphore(value: 0)
      mayEnd.signal()
      let server = try Self.server(mayEnd)
      defer { server.stop() }
      let transport = CurlTest.transport.throttled(max: 4).cached(in: MemoryCacheStore()).deadline(
        .seconds(20))
      let response = try await APIClient(baseURL: server.url(""), transport: transport).response(
        for: StreamExport())
      #expect(try await response.value.collected(upTo: 100).count == 8)
      #expect(response.value.end?.trailers["X-Sum"] == "7")
      let body = try #require(response.timeline?.spans.first { $0.event == "body" })
      #expect(body.phases == response.value.end?.timings)
      #expect(body.phases?.bytesReceived == 8)
    }

    @Test("the timeline reports a dropped stream")
    func dropped() async throws {
      let mayEnd = DispatchSemaphore(value: 0)
      let server = try Self.server(mayEnd)
      defer { server.stop() }
      defer { mayEnd.signal() }
      let client = APIClient(baseURL: server.url(""), transport: CurlTest.transport)
      let record: CallRecord
      do {
        let response = try await client.response(for: StreamExport())
        record = try #require(response.request.record)
        #expect(!record.spans.contains { $0.event == "body" })
      }
      let body = try #require(record.spans.first { $0.event == "body" })
      #expect(body.detail == "incomplete" && body.phases == nil)
    }
  }
#endif
