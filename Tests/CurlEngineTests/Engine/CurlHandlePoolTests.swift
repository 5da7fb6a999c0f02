#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The pool of easy handles")
  struct CurlHandlePoolTests {
    private static let key = "REQUISITE_HANDLES"
    private static let isChild = ProcessInfo.processInfo.environment[key] != nil

    private func pool() throws -> CurlHandlePool {
      let library = try CurlLibrary.loaded.get()
      let wakeup = rq_eventfd_create()
      let poller = try #require(CurlPoller(wakeup: wakeup))
      close(wakeup)
      let options = try CurlOptions(CurlSettings(), library: library, poller: poller)
      return CurlHandlePool(options: options, capacity: 1)
    }

    @Test("the pins of one request are not those of the next one on its handle")
    func pins() throws {
      var pool = try pool()
      let pins = "sha256//\(Data(repeating: 1, count: 32).base64EncodedString())"
      let request = try EngineTest.request(
        "https://localhost/", pins: pins, in: CurlSession(CurlSettings(), problem: .shutDown))
      let options = pool.options
      let first = try pool.take { handle throws(CurlProblem) in try options.setPins(request, handle) }
      #expect(first.pins == pins)
      pool.put(first)
      let second = try pool.take { _ in }
      #expect(second === first && second.pins == nil && !second.needsReset)
    }

    @Test(
      "the end of TLS, the key and the challenges of one transfer are not those of the next on its handle")
    func forgets() throws {
      var pool = try pool()
      let handle = try pool.take { _ in }
      (handle.receivedCloseNotify, handle.serverKey) = (true, "key")
      _ = Array("Proxy-Authenticate: Basic".utf8).withUnsafeBytes { handle.challenges.append($0) }
      #expect(handle.challenges.size > 0)
      pool.put(handle)
      #expect(try pool.take { $0.forget() } === handle)
      #expect(!handle.receivedCloseNotify && handle.serverKey == nil && handle.challenges.size == 0)
    }

    @Test("a handle serves one request after another, to any server")
    func sharing() throws {
      var pool = try pool()
      let (first, second) = (try pool.take { _ in }, try pool.take { _ in })
      pool.put(first)
      pool.put(second)
      #expect(try pool.take { _ in } === first)
      let third = try pool.take { _ in }
      #expect(third !== first && third !== second)
    }

    /// The memory of the process in pages.
    private static var pages: Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    @Test("(run by another test) makes and drops handles", .enabled(if: isChild))
    func child() throws {
      _ = try CurlLibrary.loaded.get()
      for _ in 0..<100 { #expect(CurlHandle() != nil) }
      let before = Self.pages
      for _ in 0..<4_000 { _ = CurlHandle() }
      #expect(before > 0 && (Self.pages - before) * 4096 < 4 << 20)
    }

    @Test("a handle that is dropped frees what libcurl has for it", .enabled(if: !isChild))
    func dropped() throws {
      let child = try ChildProcess(
        test: "CurlHandlePoolTests/child", environment: [Self.key: "1"], reading: .both)
      let end = child.end()
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }
  }
#endif
