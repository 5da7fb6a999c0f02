import RequisiteTesting
import Testing

@Suite("Compression beside header fields that depend on the bytes", .timeLimit(.minutes(1)))
struct CompressionFieldTests {
  private static let text = Data(String(repeating: "hello ", count: 1_000).utf8)

  private func sent(_ name: HTTPHeaderName) async throws -> RecordedRequest {
    let stub = StubTransport { On.any().respond(status: 200) }
    let url = try #require(URL(string: "https://api.test/a"))
    let request = TransportRequest(
      method: .post, url: url, headers: [HTTPHeader(name, "1")], body: .data(Self.text))
    _ = try await stub.compressed().send(request)
    return try #require(stub.requests.last)
  }

  @Test(
    "a body is not compressed if a header field counts or signs its bytes",
    arguments: [
      "Repr-Digest", "content-digest", "Digest", "Content-MD5", "Signature", "Signature-Input", "ETag",
      "Upload-Offset",
      "X-Amz-Content-Sha256", "x-amz-checksum-crc32c", "X-Goog-Hash", "X-Hub-Signature-256",
      "Upload-Checksum",
    ] as [HTTPHeaderName])
  func tied(_ name: HTTPHeaderName) async throws {
    let sent = try await sent(name)
    #expect(sent.body == Self.text)
    #expect(sent.headers.contains(.contentEncoding) == false)
  }

  @Test(
    "a body is compressed beside fields that are about the response or the server's version",
    arguments: ["Want-Repr-Digest", "Want-Content-Digest", "If-Match", "Content-Language", "X-Hashtag"]
      as [HTTPHeaderName])
  func untied(_ name: HTTPHeaderName) async throws {
    let sent = try await sent(name)
    #expect(sent.headers[.contentEncoding] == "gzip")
  }
}
