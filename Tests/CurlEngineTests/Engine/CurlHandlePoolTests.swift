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

    @Test("after a reset, a handle takes no option for set, nor the log for on")
    func reset() throws {
      var pool = try pool()
      let options = pool.options
      let request = try EngineTest.request(
        "http://a/", idle: .seconds(3), in: CurlSession(CurlSettings(), problem: .shutDown))
      let handle = try pool.take { handle throws(CurlProblem) in
        try options.applyConnection(request, to: handle)
        (handle.hasLog, handle.needsReset) = (true, true)
        handle.listen(true)
      }
      // The idle timeout is the shorter one.
      #expect(handle.connectTimeout == .seconds(3) && handle.isListening)
      pool.put(handle)
      #expect(try pool.take { _ in } === handle)
      #expect(handle.connectTimeout == nil && !handle.isListening)
    }

    @Test("a proxy's challenges are kept up to 4 KiB, and none with control characters")
    func challenges() throws {
      _ = try CurlLibrary.loaded.get()
      let handle = try #require(CurlHandle())
      handle.transfer = CurlTransfer(
        try EngineTest.request("http://a/", in: CurlSession(CurlSettings(), problem: .shutDown)))
      func receive(_ challenge: String) {
        Array("Proxy-Authenticate: \(challenge)\r\n".utf8).withUnsafeBytes {
          handle.receivedLog(headerLine: $0)
        }
      }
      receive("Basic\u{1B}[2J")
      #expect(handle.challenges.isEmpty)
      for _ in 0..<8 { receive("Basic realm=\"\(String(repeating: "a", count: 1000))\"") }
      #expect(handle.challenges.values(ofName: "proxy-authenticate").count == 3)
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

    /// Makes and drops what has memory that no one else frees, more than 200 bytes each.
    private static func drop() throws {
      guard CurlHandle() != nil, CurlShare() != nil else { throw CurlProblem.outOfMemory }
      _ = try CurlHeaderList(lines: 1, bytes: 250) { $0.append("A", "1") }
      // One that is refused.
      do { _ = try CurlHeaderList(lines: 1, bytes: 250) { $0.append("A", "\n") } } catch {}
      let body = Data(count: 5000)
      for isTaken in [false, true] {
        var buffer = CurlBuffer()
        _ = body.withUnsafeBytes { buffer.append($0) }
        if isTaken { _ = buffer.takeData() }
      }
    }

    @Test("(run by another test) makes and drops handles, lists and bodies", .enabled(if: isChild))
    func child() throws {
      _ = try CurlLibrary.loaded.get()
      for _ in 0..<100 { try Self.drop() }
      let before = Self.pages
      for _ in 0..<20_000 { try Self.drop() }
      #expect(before > 0 && (Self.pages - before) * 4096 < 4 << 20)
    }

    @Test("handles, header lists and bodies that are dropped free their memory", .enabled(if: !isChild))
    func dropped() throws {
      let child = try ChildProcess(
        test: "CurlHandlePoolTests/child", environment: [Self.key: "1"], reading: .both)
      let end = child.end()
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }
  }
#endif
