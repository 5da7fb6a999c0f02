#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("Uploads whose server has ended its direction", .timeLimit(.minutes(1)))
  struct CurlLostUploadTests {
    /// Holds the loop's thread at the first piece of a response's body.
    private final class Hold: CurlTransferObserver, Sendable {
      let isHeld = DispatchSemaphore(value: 0)
      let mayGo = DispatchSemaphore(value: 0)

      func received(_ count: Int, of total: Int64, at now: UInt64) {
        isHeld.signal()
        _ = mayGo.wait(timeout: .now() + 10)
      }

      func sent(_ count: Int, at now: UInt64) {}
      func rewound() {}
      func finished(sent: Int64, received: Int64) {}
    }

    private static func wait(_ semaphores: DispatchSemaphore...) async {
      await BlockingQueue("test").run {
        for semaphore in semaphores { _ = semaphore.wait(timeout: .now() + 10) }
      }
    }

    @Test("the end is noticed at once if it comes before libcurl has looked at the new connection")
    func beforeFirstLook() async throws {
      let (isRead, maySend) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (isSent, isEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let mayClose = DispatchSemaphore(value: 0)
      let other = try FaultServer { connection in
        try connection.readRequest()
        isRead.signal()
        maySend.wait()
        try connection.send(HTTPMessage.response(body: "ok"))
        isSent.signal()
        connection.waitUntilClosed()
      }
      let server = try FaultServer { connection in
        connection.finishSending()
        isEnded.signal()
        _ = mayClose.wait(timeout: .now() + 30)
      }
      defer { for server in [other, server] { server.stop() } }
      let session = CurlSession(CurlSettings())
      let holds = [Hold(), Hold()]
      let others = try holds.map {
        CurlTransfer(try EngineTest.request(other.url().absoluteString, in: session), observer: $0)
      }
      let upload = CurlTransfer(
        try EngineTest.request(
          server.url().absoluteString, method: "PUT", body: .data(Data(count: 8 << 20)), idle: .seconds(5),
          in: session))
      async let first = session.perform(others[0])
      await Self.wait(isRead)
      async let second = session.perform(others[1])
      await Self.wait(isRead)
      maySend.signal()
      await Self.wait(isSent)
      // One of the two has its response, and holds the loop. The other's response arrives, and the upload is submitted: the loop
      // begins to connect, and looks at that response before it looks at the connection.
      await BlockingQueue("test").run {
        while holds.allSatisfy({ $0.isHeld.wait(timeout: .now()) == .timedOut }) {}
      }
      maySend.signal()
      await Self.wait(isSent)
      let isSubmitted = DispatchSemaphore(value: 0)
      async let end = withUnsafeContinuation { continuation in
        upload.wait(with: continuation)
        session.submit(upload)
        isSubmitted.signal()
      }
      await Self.wait(isSubmitted)
      holds[0].mayGo.signal()
      await Self.wait(isEnded)
      holds[1].mayGo.signal()
      let problem = await end
      mayClose.signal()
      // The idle timeout would be another problem.
      guard case .library = problem else {
        Issue.record("\(problem as Any)")
        return
      }
      let responses = await [first, second]
      #expect(responses.allSatisfy { $0 == nil })
    }
  }
#endif
