#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("An upload that the server refuses", .timeLimit(.minutes(1)))
  struct CurlRefusedUploadTests {
    /// A body of which only the first piece ever comes.
    private final class SilentSource: CurlBodySource {
      private let hasGiven = Locked(false)
      let cancellations = Counter()

      func next(_ deliver: @escaping @Sendable (Result<Data?, CurlProblem>) -> Void) {
        let isFirst = hasGiven.withLock { hasGiven in
          defer { hasGiven = true }
          return !hasGiven
        }
        if isFirst { deliver(.success(Data("a".utf8))) }
      }

      func cancel() { cancellations.add() }
    }

    @Test("ends with the refusal while its source is silent, and the source is cancelled")
    func silent() async throws {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        // The first chunk: from now on, the source is silent.
        _ = try connection.read(exactly: 6)
        try connection.send(HTTPMessage.response(status: "413 Too Large", body: "no"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let (session, source) = (CurlSession(CurlSettings()), SilentSource())
      let body = CurlBodyPlan.pump(CurlBodyOrigin(isReplayable: false) { source }, length: nil)
      let transfer = CurlTransfer(
        try EngineTest.request(
          server.url().absoluteString, method: "POST", body: body, idle: nil, in: session))
      let problem = try await ending(of: "the refusal") { await session.perform(transfer) }
      #expect(problem == nil && transfer.status == 413)
      #expect(source.cancellations.value == 1)
      await session.shutDown(cancelling: true)
    }
  }
#endif
