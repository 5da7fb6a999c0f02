#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: whole bodies", .timeLimit(.minutes(3)))
  struct CurlWholeBodyTests {
    /// 200,000 letters, compressed.
    private static let bomb =
      Deflater()?.encode(Data(repeating: 97, count: 200_000), isLast: true) ?? Data()

    private static func server(_ lines: String, _ body: Data) throws -> FaultServer {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(lines)Content-Length: \(body.count)\r\n\r\n"
      return try FaultServer.answering(Data(head.utf8) + body)
    }

    @Test(
      "the body of a request with its own Accept-Encoding comes as it was sent, and any other is decoded; the fields stay",
      .feature("F42"), arguments: ["identity", "Identity", "gzip", "identity, gzip", nil])
    func own(accepted: String?) async throws {
      let server = try Self.server("", Self.bomb)
      defer { server.stop() }
      for (_, delivery) in ServerFaultRun.deliveries {
        var request = CurlTest.request(server.url(), delivery: delivery)
        request.headers[.acceptEncoding] = accepted
        let response = try await CurlTest.transport.send(request)
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(response.headers.contentLength == Int64(Self.bomb.count))
        let count = try await ServerFaultRun.bytes(of: response).count
        #expect(count == (accepted == nil ? 200_000 : Self.bomb.count))
      }
      guard let accepted else { return }
      #expect(server.received.allSatisfy { $0.header("Accept-Encoding") == accepted })
    }

    @Test("a resumable download from a server that compresses nevertheless is the plain file")
    func download() async throws {
      let folder = try TemporaryFolder()
      let server = try Self.server("ETag: \"1\"\r\n", Self.bomb)
      defer { server.stop() }
      let client = APIClient(
        baseURL: server.url(""), networkDispatcher: NetworkDispatcher(transport: CurlTest.transport))
      let file = try await client.download(
        Endpoint<DownloadedFile>.get("/a"), to: folder.url.appending(path: "a"))
      #expect(file.byteCount == 200_000)
      #expect(try Data(contentsOf: file.url).count == 200_000)
    }

    @Test(
      "the limit of a streamed body counts its bytes after decompression too", arguments: [199_999, 200_000])
    func limit(limit: Int) async throws {
      let server = try Self.server("", Self.bomb)
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.maximumStreamedSize = limit }
      for delivery in [TransportRequest.Delivery.streamed, .file(nil)] {
        var count: Int?
        do throws(NetworkRequestError) {
          let response = try await transport.send(CurlTest.request(server.url(), delivery: delivery))
          count = try await ServerFaultRun.bytes(of: response).count
        } catch {
          #expect(error.kind == .bodyTooLarge)
        }
        #expect(count == (limit == 200_000 ? 200_000 : nil))
      }
    }

    @Test("a success that the call does not accept does not replace its file")
    func refused() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("mine", Data("mine".utf8))
      let server = try FaultServer.answering("HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\n\r\nlater")
      defer { server.stop() }
      var request = CurlTest.request(server.url(), delivery: .file(file))
      request.options.replacesFile = true
      request.options.acceptedStatuses = [200]
      let response = try await CurlTest.transport.send(request)
      #expect(response.text == "later" && response.status == 202)
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
  }
#endif
