import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// What gzip, the program, makes of bytes.
func gunzipped(_ data: Data) throws -> Data {
  let folder = try TemporaryFolder()
  let file = try folder.file("body.gz", data)
  return try ChildProcess.run("/bin/gzip", ["-d", "-c"], input: file.path, reading: .standard).output
}

@Suite("Compressed request bodies", .enabled(if: Deflater.isAvailable), .timeLimit(.minutes(1)))
struct CompressionTests {
  private static let text = Data((1...400).map { "{\"id\": \($0), \"title\": \"todo\"}\n" }.joined().utf8)

  private static func request(_ body: HTTPBody, headers: HTTPHeaders = HTTPHeaders()) -> TransportRequest {
    TransportRequest(method: .post, url: .api, headers: headers, body: body)
  }

  private static func stub() -> StubTransport { StubTransport { On.any().respond(status: 200) } }

  @Test("a cancelled task compresses no further")
  func cancelled() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ByteStream.gzip(.chunks(of: Self.text)).collected(upTo: .max)
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("bytes, files and streams are compressed, and gzip reads them", .feature("F19"))
  func bodies() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("log", Self.text)
    let bodies: [HTTPBody] = [
      .data(Self.text, contentType: "application/x-ndjson"), .file(file, contentType: "application/x-ndjson"),
      .stream(BodyStream(ByteStream(Self.text)), contentType: "application/x-ndjson"),
      .stream(
        BodyStream(length: Int64(Self.text.count), restarting: { ByteStream(Self.text) }),
        contentType: "application/x-ndjson"),
    ]
    for body in bodies {
      let stub = Self.stub()
      _ = try await stub.compressed().send(Self.request(body))
      let sent = try #require(stub.requests.last)
      #expect(sent.headers.values(for: .contentEncoding) == ["gzip"])
      #expect(sent.request.body.contentType == "application/x-ndjson")
      #expect(sent.body.count < Self.text.count / 4)
      #expect(try gunzipped(sent.body) == Self.text)
    }
  }

  @Test("the same content gives the same bytes, so that signatures and recordings agree")
  func deterministic() async throws {
    let stub = Self.stub()
    for _ in 1...2 { _ = try await stub.compressed().send(Self.request(.data(Self.text))) }
    #expect(stub.requests[0].body == stub.requests[1].body)
  }

  @Test("a body that is small, empty, already encoded or would not get shorter is sent unchanged")
  func leftAlone() async throws {
    var random = SeededGenerator(seed: 1)
    let noise = Data(random.bytes(5_000...5_000))
    let requests = [
      Self.request(.none), Self.request(.data(Data())), Self.request(.data(Self.text.prefix(1_023))),
      Self.request(.data(noise)), Self.request(.stream(BodyStream(length: 10, ByteStream(Data(count: 10))))),
      Self.request(.data(Self.text), headers: ["content-encoding": "br"]),
      Self.request(.data(Self.text), headers: ["Content-Digest": "sha-256=:abc=:"]),
      Self.request(.data(Self.text), headers: ["Content-MD5": "abc"]),
      Self.request(.data(Self.text), headers: ["Content-Range": "bytes 0-99/200"]),
    ]
    for request in requests {
      let stub = Self.stub()
      _ = try await stub.compressed().send(request)
      let sent = try #require(stub.requests.last)
      #expect(sent.headers == request.headers)
      if case .data(let data) = request.body.content { #expect(sent.body == data) }
    }
    let stub = Self.stub()
    _ = try await stub.compressed(minimumSize: 0).send(Self.request(.data(Self.text.prefix(500))))
    #expect(stub.requests.last?.headers[.contentEncoding] == "gzip")
  }

  private struct SendLog: Request {
    typealias ReturnType = Void
    let path = "/log"
    let method = HTTPMethod.post
    let body: String
  }

  @Test("an option compresses a body of any size, or none, where the stack has the layer", .feature("F19"))
  func options() async throws {
    let request = SendLog(body: String(decoding: Self.text, as: UTF8.self))
    let stub = Self.stub()
    let layered = APIClient.testing(stub.compressed())
    for client in [APIClient.testing(stub), layered, layered.with(\.compressesBody, false)] {
      try await client.dispatch(request)
      try await client.dispatch(request.with(\.compressesBody, true))
      try await client.dispatch(request.with(\.compressesBody, false))
    }
    let codings = stub.requests.map { $0.headers.values(for: .contentEncoding) }
    #expect(codings == [[], [], [], ["gzip"], ["gzip"], [], [], ["gzip"], []])
    try await layered.dispatch(SendLog(body: String(repeating: "a", count: 100)).with(\.compressesBody, true))
    #expect(stub.requests.last?.headers[.contentEncoding] == "gzip")
    for sent in stub.requests.dropLast() where sent.headers.contains(.contentEncoding) {
      #expect(try gunzipped(sent.body) == Self.text)
      #expect(sent.headers[.contentType] == "text/plain; charset=utf-8")
    }
  }

  @Test("another attempt sends the same bytes, and a body that can be read once is sent once")
  func retries() async throws {
    let stub = StubTransport { On.any().respond(.status(503), .status(200)) }
    let body = HTTPBody.stream(BodyStream(restarting: { ByteStream(Self.text) }))
    var request = Self.request(body)
    request.method = .put
    #expect(try await stub.retried(.immediate()).compressed().send(request).status == 200)
    #expect(stub.requests.count == 2 && stub.requests[0].body == stub.requests[1].body)
    #expect(try gunzipped(stub.requests[1].body) == Self.text)
    let other = StubTransport { On.any().respond(.status(503), .status(200)) }
    request.body = .stream(BodyStream(ByteStream(Self.text)))
    #expect(try await other.retried(.immediate()).compressed().send(request).status == 503)
    #expect(other.requests.count == 1)
  }

  @Test("a 415 is the response: nothing is sent once more")
  func refused() async throws {
    let stub = StubTransport {
      On.any().respond(.status(415, headers: [.acceptEncoding: "identity"]), .status(200))
    }
    #expect(try await stub.compressed().send(Self.request(.data(Self.text))).status == 415)
    #expect(stub.requests.count == 1)
  }

  @Test("errors have the request before compression, so that its body can be read")
  func errors() async throws {
    let stub = StubTransport { On.any().fail(.networkConnectionLost) }
    let request = Self.request(.text(String(repeating: "note ", count: 1_000)))
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.compressed().send(request) }
    #expect(error?.request?.headers.contains(.contentEncoding) == false)
    #expect(error?.request?.curlCommand.contains("note note") == true)
  }

  @Test(
    "a stream that is longer or shorter than announced, and a missing file, are errors as without compression"
  )
  func lengths() async throws {
    for announced in [Int64(Self.text.count) - 1, Int64(Self.text.count) + 1] {
      let body = HTTPBody.stream(BodyStream(length: announced, ByteStream(Self.text)))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await Self.stub().compressed().send(Self.request(body))
      }
      #expect(error?.kind == .urlSessionFailed)
    }
    let missing = HTTPBody.file(URL(fileURLWithPath: "/nowhere/at/all"))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await Self.stub().compressed().send(Self.request(missing))
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test(
    "a stream is read at the pace of the connection, one chunk at a time, and ends with its task",
    .feature("F19"))
  func pace() async throws {
    let (pulled, made) = (Counter(), Counter())
    let source = ByteStream { () async throws(NetworkRequestError) in
      var random = SeededGenerator(seed: UInt64(pulled.add()))
      return pulled.value <= 200 ? Data(random.bytes(50_000...50_000)) : nil
    }
    for try await chunk in ByteStream.gzip(source) {
      #expect(chunk.count < 200_000)
      // zlib holds no more than its window and its buffers.
      made.add(chunk.count)
      #expect(pulled.value * 50_000 - made.value < 400_000)
    }
    #expect(pulled.value == 201 && made.value > 200 * 50_000)
    let endless = ByteStream { () async throws(NetworkRequestError) in Data(count: 1_000) }
    let task = Task { try await ByteStream.gzip(endless).collected(upTo: .max) }
    task.cancel()
    await #expect(throws: NetworkRequestError.self) { try await task.value }
  }

  @Test("a body in memory of any size is compressed", arguments: [1, 262_144, 262_145, 3_000_000])
  func sizes(size: Int) async throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let whole = try await ByteStream.gzip(.chunks(of: data)).collected(upTo: .max)
    #expect(try gunzipped(whole) == data)
  }
}
