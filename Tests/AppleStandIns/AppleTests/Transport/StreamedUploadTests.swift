import TestSupport
import Testing

@testable import Requisite

@Suite("Bodies that Apple's URLSession reads while it sends them", .timeLimit(.minutes(3)))
struct StreamedUploadTests {
  private static let chunk = Data(repeating: 0x78, count: 64 << 10)
  private let session = URLSession(configuration: .ephemeral)

  private func server(answering body: Locked<Data>) throws -> FaultServer {
    try FaultServer { connection in
      let request = try connection.readRequest()
      body.withLock { $0 = request.body }
      try connection.send(HTTPMessage.response(body: "ok"))
    }
  }

  @Test("a file is handed to URLSession, which reads it, and is not in memory")
  func file() async throws {
    let received = Locked(Data())
    let server = try server(answering: received)
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = try folder.file("a", Self.chunk)
    let request = TransportRequest(method: .put, url: server.url(), body: .file(file))
    _ = try await URLSessionTransport(session).send(request)
    #expect(received.withLock { $0 } == Self.chunk)
    let task = try #require(session.madeTasks.first)
    #expect(task is URLSessionUploadTask && task.originalRequest?.httpBody == nil)
  }

  @Test("a stream is read at the pace of URLSession: at most its buffer and one chunk are in memory")
  func stream() async throws {
    let (received, count, most) = (Locked(Data()), Locked(0), Locked(0))
    let server = try server(answering: received)
    defer { server.stop() }
    let session = session
    let chunks = ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in
      let read = session.madeTasks.first?.countOfBytesRead ?? 0
      let pulled = count.withLock { count in
        count += 1
        return (count - 1) * Self.chunk.count
      }
      most.withLock { $0 = max($0, pulled - read) }
      return pulled < 64 * Self.chunk.count ? Self.chunk : nil
    })
    let body = HTTPBody.stream(BodyStream(length: 64 * Int64(Self.chunk.count), chunks))
    _ = try await URLSessionTransport(session).send(
      TransportRequest(method: .post, url: server.url(), body: body))
    #expect(received.withLock { $0.count } == 64 * Self.chunk.count)
    // What the stand-in's thread is counting at that moment is at most one read of 16 KiB.
    #expect(most.withLock { $0 } <= (64 << 10) + (16 << 10))
    #expect(session.madeTasks.first?.originalRequest?.httpBody == nil)
  }

  @Test("the error of a stream is the error of the call, also if its length was announced")
  func failure() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    for length in [nil, 100 as Int64?] {
      let body = HTTPBody.stream(
        BodyStream(
          length: length,
          ByteStream(pull: {
            () async throws(NetworkRequestError) -> Data? in
            throw .urlSessionFailed(TransportFailure(.cannotOpenFile))
          })))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await URLSessionTransport(session).send(
          TransportRequest(method: .post, url: server.url(), body: body))
      }
      guard case .urlSessionFailed(let failure) = error else {
        Issue.record("another error")
        return
      }
      #expect(failure.code == .cannotOpenFile)
    }
    #expect(server.received.isEmpty)
  }

  @Test("a body that ends early lets go of its streams before they tell anyone of it")
  func letGo() async throws {
    let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    for _ in 0..<200 {
      var feed: BodyFeed? = BodyFeed(BodyStream(restarting: { ByteStream(Self.chunk) }), of: request) { _ in }
      let input = try #require(feed?.next())
      input.open()
      feed?.end()
      feed = nil
      for _ in 0..<50 { await Task.yield() }
      input.close()
    }
    #expect(!SystemFaults.all.contains { $0.contains("delegate that was gone") })
  }

  @Test("a stream that can be read again is read again if URLSession asks again; another is not")
  func again() async throws {
    let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    for (stream, isReplayable) in [
      (BodyStream(restarting: { ByteStream(Self.chunk) }), true), (BodyStream(ByteStream(Self.chunk)), false),
    ] {
      let feed = BodyFeed(stream, of: request) { _ in }
      #expect(feed.next() != nil)
      #expect((feed.next() != nil) == isReplayable)
      feed.end()
    }
  }
}
