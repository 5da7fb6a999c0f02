#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("An upload that the server refuses", .timeLimit(.minutes(1)))
  struct CurlRefusedUploadTests {
    /// A body of which only the first piece ever comes.
    private final class StalledSource: CurlBodySource {
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

    /// The problem and the status of an upload whose server has its first chunk, and then sends `response`.
    private func upload(_ source: StalledSource, refusedBy response: Data, idle: Duration?) async throws
      -> (problem: CurlProblem?, status: Int)
    {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        // The first chunk: from now on, the source is silent.
        _ = try connection.read(exactly: 6)
        try connection.send(response)
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let body = CurlBodyPlan.source(CurlBodyOrigin(isReplayable: false) { source }, length: nil)
      let transfer = CurlTransfer(
        try EngineTest.request(
          server.url().absoluteString, method: "POST", body: body, idle: idle, in: session))
      let problem = try await ending(of: "the refusal") { await session.perform(transfer) }
      await session.shutDown(cancelling: true)
      return (problem, transfer.status)
    }

    @Test("ends with the refusal while its source is silent, and the source is cancelled")
    func silent() async throws {
      let source = StalledSource()
      let refusal = HTTPMessage.response(status: "413 Too Large", body: "no")
      let (problem, status) = try await upload(source, refusedBy: refusal, idle: nil)
      #expect(problem == nil && status == 413)
      #expect(source.cancellations.value == 1)
    }

    @Test("no longer waits for its source: a server that falls silent within the refusal is idle")
    func cutRefusal() async throws {
      let refusal = HTTPMessage.response(status: "413 Too Large", body: "no").dropLast()
      let (problem, status) = try await upload(StalledSource(), refusedBy: refusal, idle: .milliseconds(100))
      guard case .idle = problem else {
        Issue.record("\(problem as Any)")
        return
      }
      #expect(status == 413)
    }
  }
#endif
