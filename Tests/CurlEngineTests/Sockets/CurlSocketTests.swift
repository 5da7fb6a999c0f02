#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite(
    "A socket of a session: its user reads and writes the bytes", .timeLimit(.minutes(1)),
    .enabled(if: CurlLibrary.usable?.hasRawConnections == true))
  struct CurlSocketTests {
    /// Sends a text, and collects what arrives.
    private final class User: RawConnectionUser {
      private let output: Locked<[UInt8]>
      private let input = Locked<[UInt8]>([])
      private let end = Locked<UnsafeContinuation<(String, CurlProblem?), Never>?>(nil)

      init(_ text: String) { output = Locked(Array(text.utf8)) }

      func whole(_ open: () -> Void) async -> (String, CurlProblem?) {
        await withUnsafeContinuation { continuation in
          end.withLock { $0 = continuation }
          open()
        }
      }

      func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        input.withLock { $0 += bytes }
        return true
      }

      func takeOutput() -> [UInt8] {
        output.withLock { output in
          defer { output = [] }
          return output
        }
      }

      func ended(_ problem: CurlProblem?) {
        let text = String(decoding: input.withLock { $0 }, as: UTF8.self)
        end.withLock { $0.take() }?.resume(returning: (text, problem))
      }
    }

    @Test("bytes go both ways, until the other end closes the connection")
    func echo() async throws {
      let server = try FaultServer { connection in
        let bytes = try connection.read(exactly: 5)
        try connection.send(bytes + bytes)
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let sockets = CurlSocketSession(session)
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      let user = User("hello")
      let socket = Locked<CurlSocket?>(nil)
      let (text, problem) = await user.whole { socket.withLock { $0 = sockets.open(request, user) } }
      #expect(text == "hellohello" && problem == nil)
      await sockets.shutDown()
    }

    @Test(
      "a server whose key is not pinned has a problem that says which key it has",
      .enabled(if: Certificates.isAvailable))
    func pinned() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { try $0.readRequest() }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.authorities = .file(certificates.path("ca.pem"))
      let session = CurlSession(settings)
      let other = "sha256//\(try certificates.pin("other"))"
      let request = try EngineTest.request(server.url().absoluteString, pins: other, in: session)
      let (user, sockets) = (User(""), CurlSocketSession(session))
      let (_, problem) = await user.whole { _ = sockets.open(request, user) }
      let transfer = CurlTransfer(request)
      for problem in [problem, await session.perform(transfer)] {
        guard case .pinMismatch(let key, other, _) = problem else {
          Issue.record("\(String(describing: problem))")
          continue
        }
        #expect(try key == "sha256//\(certificates.pin("server"))")
      }
    }

    /// Sends byte after byte, for as long as it may.
    private final class Chatterer: RawConnectionUser {
      private let sent = Locked(0)
      private let isQuiet = Locked(false)
      let begun = AsyncStream.makeStream(of: Void.self)
      static let most = 3_000_000

      var count: Int { sent.withLock { $0 } }

      func stop() { isQuiet.withLock { $0 = true } }

      func received(_ bytes: UnsafeRawBufferPointer) -> Bool { true }

      func takeOutput() -> [UInt8] {
        let number = sent.next()
        if number == 10 { begun.continuation.finish() }
        return isQuiet.withLock({ $0 }) || number >= Self.most ? [] : [0]
      }

      func ended(_ problem: CurlProblem?) {}
    }

    @Test("a user that always has something to send does not keep the others waiting")
    func fairness() async throws {
      let sink = try FaultServer { connection in while true { _ = try connection.readSome() } }
      let echo = try FaultServer { try $0.send(try $0.read(exactly: 5)) }
      defer {
        sink.stop()
        echo.stop()
      }
      let session = CurlSession(CurlSettings())
      let sockets = CurlSocketSession(session)
      let chatterer = Chatterer()
      let open = sockets.open(try EngineTest.request(sink.url().absoluteString, in: session), chatterer)
      for await _ in chatterer.begun.stream {}
      let request = try EngineTest.request(echo.url().absoluteString, in: session)
      let user = User("hello")
      let other = Locked<CurlSocket?>(nil)
      let (text, _) = await user.whole { other.withLock { $0 = sockets.open(request, user) } }
      #expect(text == "hello" && chatterer.count < Chatterer.most)
      chatterer.stop()
      open.close()
      await sockets.shutDown()
    }

    @Test("none is opened after the end, also if there was none before")
    func shutDown() async throws {
      let server = try FaultServer { try $0.send(try $0.read(exactly: 5)) }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let (user, sockets) = (User("hello"), CurlSocketSession(session))
      await sockets.shutDown()
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      let (text, problem) = await user.whole { _ = sockets.open(request, user) }
      guard case .shutDown = problem, text.isEmpty else {
        Issue.record("“\(text)”, \(String(describing: problem))")
        return
      }
    }

    @Test("a connection that cannot be made has a problem")
    func refused() async throws {
      let port = try RefusingPort()
      let session = CurlSession(CurlSettings())
      let sockets = CurlSocketSession(session)
      let request = try EngineTest.request(port.url.absoluteString, in: session)
      let user = User("")
      let (_, problem) = await user.whole { _ = sockets.open(request, user) }
      guard case .library(.notConnected, _) = problem else {
        Issue.record("\(String(describing: problem))")
        return
      }
    }
  }
#endif
