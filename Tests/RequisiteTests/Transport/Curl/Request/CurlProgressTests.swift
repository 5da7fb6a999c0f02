#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: progress", .timeLimit(.minutes(3)))
  struct CurlProgressTests {
    @Test("progress is reported both ways, and ends with all of it")
    func progress() async throws {
      let server = try FaultServer.answering(body: String(repeating: "x", count: 1_000_000))
      defer { server.stop() }
      let told = Told()
      var request = CurlTest.request(server.url(), method: .post, body: .data(Data(count: 500_000)))
      request.options.onProgress = { told.add($0) }
      _ = try await CurlTest.transport.send(request)
      let (first, last) = (try #require(told.all.first), try #require(told.all.last))
      #expect(first.bytesSent > 0 && first.bytesToSend == 500_000 && first.bytesReceived == 0)
      #expect(
        last.bytesSent == 500_000 && last.bytesReceived == 1_000_000 && last.bytesToReceive == 1_000_000)
      #expect(told.all.map(\.bytesReceived) == told.all.map(\.bytesReceived).sorted())
    }

    @Test("the framing of chunks does not count as sent bytes")
    func chunks() async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let told = Told()
      let body = BodyStream { ByteStream(Data(count: 500_000)) }
      var request = CurlTest.request(server.url(), method: .post, body: .stream(body))
      request.options.onProgress = { told.add($0) }
      _ = try await CurlTest.transport.send(request)
      #expect(server.received.first?.chunkCount ?? 0 > 0)
      #expect(told.all.last?.bytesSent == 500_000)
      #expect(told.all.allSatisfy { $0.bytesSent <= 500_000 })
    }
  }

  /// The reports in their order.
  private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var progress: [TransferProgress] = []

    var all: [TransferProgress] { lock.withLock { progress } }
    func add(_ value: TransferProgress) { lock.withLock { progress.append(value) } }
  }
#endif
