#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: compressed bodies", .timeLimit(.minutes(3)))
  struct CurlEncodingTests {
    /// "hello, hello, hello" by gzip, by zlib and by raw deflate.
    private static let gzip = bytes("H4sIAAAAAAACA8tIzcnJ11HIQKIAn6HKCRMAAAA=")
    private static let zlib = bytes("eJzLSM3JyddRyECiAEQoBtU=")
    private static let raw = bytes("y0jNycnXUchAogA=")
    private static let text = "hello, hello, hello"

    private static func bytes(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }

    private static func server(_ body: Data, _ coding: String) throws -> FaultServer {
      try FaultServer.answering(HTTPMessage.response(body: body, headers: ["Content-Encoding: \(coding)"]))
    }

    private func text(_ server: FaultServer, _ delivery: TransportRequest.Delivery, limit: Int = .max)
      async throws -> String
    {
      var request = CurlTest.request(server.url(), delivery: delivery)
      if limit < .max { request.options.maximumBodySize = limit }
      let response = try await CurlTest.transport.send(request)
      if let stream = response.stream {
        return String(decoding: try await stream.collected(upTo: limit), as: UTF8.self)
      }
      return response.text
    }

    @Test(
      "gzip, both kinds of deflate, br and zstd are decoded, once", .feature("F22"),
      arguments: [TransportRequest.Delivery.buffered, .streamed])
    func decoded(_ delivery: TransportRequest.Delivery) async throws {
      for (body, coding) in [
        (Self.gzip, "gzip"), (Self.gzip, "x-gzip"), (Self.zlib, "deflate"), (Self.raw, "deflate"),
      ] + EncodedSample.small.map({ ($0.bytes, $0.coding.rawValue) }) {
        let server = try Self.server(body, coding)
        defer { server.stop() }
        #expect(try await text(server, delivery) == Self.text, "\(coding)")
        let accepted = ContentCoding.available.map(\.rawValue).joined(separator: ", ")
        #expect(server.received.first?.header("Accept-Encoding") == accepted)
      }
    }

    @Test("several gzip members in a row are one body, and bytes after them are left out")
    func members() async throws {
      let server = try Self.server(Self.gzip + Self.gzip + Data([0, 0, 0]), "gzip")
      defer { server.stop() }
      #expect(try await text(server, .buffered) == Self.text + Self.text)
      #expect(try await text(server, .streamed) == Self.text + Self.text)
    }

    @Test(
      "a gzip body that is cut short is an error",
      arguments: [TransportRequest.Delivery.buffered, .streamed, .file(nil)])
    func truncated(_ delivery: TransportRequest.Delivery) async throws {
      for count in [1, 10, 20, Self.gzip.count - 1] {
        let server = try Self.server(Self.gzip.prefix(count), "gzip")
        defer { server.stop() }
        let error = await #expect(throws: NetworkRequestError.self) { try await text(server, delivery) }
        #expect(error?.code == .cannotDecodeContentData)
      }
    }

    @Test("a wrong checksum is an error")
    func corrupt() async throws {
      var body = Self.gzip
      body[body.count - 8] ^= 0xFF
      let server = try Self.server(body, "gzip")
      defer { server.stop() }
      let error = await #expect(throws: NetworkRequestError.self) { try await text(server, .buffered) }
      #expect(error?.code == .cannotDecodeContentData)
    }

    @Test("a compression bomb stops at the limit, and is streamed in small chunks")
    func bomb() async throws {
      // 64 MiB of zeros, made here by a stored header and repeated members of 1 MiB each.
      let member = try Self.zeros()
      let server = try Self.server(Data((0..<64).flatMap { _ in member }), "gzip")
      defer { server.stop() }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await text(server, .buffered, limit: 1_000_000)
      }
      #expect(error?.kind == .bodyTooLarge)
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .streamed))
      var total = 0
      for try await chunk in try #require(response.stream) {
        #expect(chunk.count <= 128 << 10)
        total += chunk.count
      }
      #expect(total == 64 << 20)
    }

    /// 1 MiB of zeros by gzip.
    private static func zeros() throws -> Data {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "zeros")
      try Data(count: 1 << 20).write(to: file)
      return try ChildProcess.run("/bin/gzip", ["-9", "-c"], input: file.path, reading: .standard).output
    }

    @Test("codings that the caller requested are not decoded")
    func ownEncoding() async throws {
      let server = try Self.server(Self.gzip, "gzip")
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      request.headers = ["Accept-Encoding": "gzip"]
      #expect(try await CurlTest.transport.send(request).data == Self.gzip)
      let plain = CurlTest.fresh { $0.decompresses = false }
      #expect(try await plain.send(CurlTest.request(server.url())).data == Self.gzip)
      #expect(server.received.last?.header("Accept-Encoding") == nil)
      request.headers = ["Range": "bytes=0-5"]
      #expect(try await CurlTest.transport.send(request).data == Self.gzip)
      #expect(server.received.last?.header("Accept-Encoding") == nil)
    }
  }
#endif
