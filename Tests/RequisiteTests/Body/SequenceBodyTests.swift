import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Bodies and streams of any source", .timeLimit(.minutes(3)))
struct SequenceBodyTests {
  private struct UploadLog: Request {
    typealias ReturnType = Void
    let path = "/logs"
    let method = HTTPMethod.post
    let body: BodyStream
  }

  private static func sequence<Element: Sendable>(of elements: [Element]) -> AsyncStream<Element> {
    AsyncStream { feed in
      for element in elements { feed.yield(element) }
      feed.finish()
    }
  }

  @Test(
    "any sequence of bytes is a body: chunks of Data or of other bytes, and single bytes", .feature("F34"))
  func sequences() async throws {
    let long = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })
    let bodies: [(BodyStream, Data)] = [
      (BodyStream(Self.sequence(of: [Data("one ".utf8), Data(), Data("two".utf8)])), Data("one two".utf8)),
      (BodyStream(length: 3, Self.sequence(of: [[1, 2], [3]] as [[UInt8]])), Data([1, 2, 3])),
      (BodyStream(Self.sequence(of: ["é".utf8])), Data("é".utf8)),
      (BodyStream(Self.sequence(of: Array(long))), long),
      (BodyStream(restarting: { ByteStream(Self.sequence(of: [Data("again".utf8)])) }), Data("again".utf8)),
    ]
    for (body, bytes) in bodies {
      let stub = StubTransport { On(.post, "/logs").respond(status: 200) }
      try await APIClient.testing(stub).dispatch(UploadLog(body: body))
      #expect(stub.requests.map(\.body) == [bytes])
    }
  }

  @Test("a sequence of bytes is passed on in one line, with its length and type")
  func passedOn() async throws {
    let chunks = Self.sequence(of: [Data("one ".utf8), Data("two".utf8)])
    let bodies: [HTTPBody] = [
      .stream(chunks, length: 7, contentType: "text/csv"),
      .stream(ByteStream(Data("one two".utf8)), length: 7, contentType: "text/csv"),
      .stream(Self.sequence(of: Array("one two".utf8)), length: 7, contentType: "text/csv"),
    ]
    for body in bodies {
      #expect(body.length == 7 && body.contentType == "text/csv" && !body.isReplayable)
      let stub = StubTransport { On(.post, "/logs").respond(status: 200) }
      try await APIClient.testing(stub).dispatch(.post("/logs", body: body))
      #expect(stub.requests.map(\.body) == [Data("one two".utf8)])
      #expect(stub.requests.first?.headers[.contentType] == "text/csv")
    }
    let unknown = HTTPBody.stream(Self.sequence(of: [[1, 2], [3]] as [[UInt8]]))
    #expect(unknown.length == nil && unknown.contentType == "application/octet-stream")
    let short = HTTPBody.stream(Self.sequence(of: [Data([1])]), length: 2)
    let client = APIClient.testing(StubTransport { On(.post, "/logs").respond(status: 200) })
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(.post("/logs", body: short))
    }
    #expect(error?.description.contains("yielded 1 bytes, but 2 were announced") == true)
  }

  @Test("single bytes are read in chunks of 16 KiB")
  func chunks() async throws {
    var sizes: [Int] = []
    for try await chunk in ByteStream(Self.sequence(of: [UInt8](repeating: 7, count: 40_000))) {
      sizes.append(chunk.count)
    }
    #expect(sizes == [16_384, 16_384, 7_232])
  }

  @Test("an error that a sequence throws ends the call and is its cause")
  func failingSequence() async throws {
    let sequence = AsyncThrowingStream<Data, any Error> { feed in
      feed.yield(Data("one".utf8))
      feed.finish(throwing: Broken())
    }
    let client = APIClient.testing(StubTransport { On.any().respond(status: 200) })
    let error = try await client.failure(of: UploadLog(body: BodyStream(sequence)))
    #expect(error.underlyingError as? Broken == Broken())
  }

  @Test("a second reader of a sequence is refused while the first one waits")
  func twoReaders() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
    let source = AsyncStream<Data>(unfolding: {
      begin.yield()
      return await chunks.first { _ in true }
    })
    let pull = ByteStream(source).makeAsyncIterator().pull
    async let first = pull()
    _ = await begun.first { true }
    let error = await #expect(throws: NetworkRequestError.self) { try await pull() }
    #expect(error?.kind == .unknownError)
    feed.yield(Data("a".utf8))
    #expect(try await first == Data("a".utf8))
  }

  @Test("functions of streams throw errors of any type, which become a NetworkRequestError", .feature("F34"))
  func functions() async {
    @Sendable func fail() async throws -> Data? { throw Broken() }
    @Sendable func cancel() async throws -> Data? { throw CancellationError() }
    @Sendable func refuse() async throws -> Data? { throw NetworkRequestError.refused(Refusal(.rateLimited)) }
    let streams: [(ByteStream, NetworkRequestError.Kind)] = [
      (ByteStream { try await fail() }, .unknownError),
      (ByteStream(end: { nil }) { try await cancel() }, .cancelled),
      (ByteStream(continuing: ByteStream(Data())) { try await refuse() }, .refused),
      (ByteStream(restarting: { { try await fail() } }), .unknownError),
    ]
    for (stream, kind) in streams {
      let error = await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: 1) }
      #expect(error?.kind == kind)
    }
  }
}
