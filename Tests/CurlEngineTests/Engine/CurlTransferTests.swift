#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  /// What callbacks leave in a transfer, asked without a loop that runs.
  @Suite("The state of a transfer")
  struct CurlTransferTests {
    private let session = CurlSession(CurlSettings(), problem: .shutDown)

    private func transfer(
      _ method: String = "GET", isStreamed: Bool = false, head: [String] = [],
      observer: (any CurlTransferObserver)? = nil
    ) throws -> CurlTransfer {
      _ = try CurlLibrary.loaded.get()
      let request = try EngineTest.request("http://a/", method: method, isStreamed: isStreamed, in: session)
      let transfer = CurlTransfer(request, observer: observer)
      for line in head { receive(line, transfer) }
      return transfer
    }

    private func receive(_ line: String, _ transfer: CurlTransfer) {
      let line = Array("\(line)\r\n".utf8)
      #expect(line.withUnsafeBytes { transfer.received(headerLine: $0) } == line.count)
    }

    @Test("its connection begins before the first line of the response, and not before a later one")
    func connectStart() throws {
      let transfer = try transfer()
      let before = CurlTick.clock()
      receive("HTTP/1.1 103 Early Hints", transfer)
      let start = transfer.connectStart
      #expect((before...CurlTick.clock()).contains(start))
      while CurlTick.clock() == start {}
      receive("A: b", transfer)
      #expect(transfer.connectStart == start)
    }

    @Test("each direction is paused by itself")
    func pauses() throws {
      let transfer = try transfer()
      #expect(transfer.pauses == 0)
      transfer.pauseSending()
      #expect(transfer.pauses == 4)
      transfer.isReceivePaused = true
      #expect(transfer.pauses == 5)
      transfer.endPauseOfSending()
      #expect(transfer.pauses == 1)
    }

    /// Counts what has arrived.
    private final class Arrivals: CurlTransferObserver, Sendable {
      let total = Counter()

      func received(_ count: Int, of total: Int64, at now: UInt64) { self.total.add(count) }
      func sent(_ count: Int, at now: UInt64) {}
      func rewound() {}
      func finished(sent: Int64, received: Int64) {}
    }

    @Test("a piece that a full stream does not take has not arrived")
    func full() throws {
      let arrivals = Arrivals()
      let transfer = try transfer(isStreamed: true, head: ["HTTP/1.1 200 OK", ""], observer: arrivals)
      transfer.index = 0
      for (count, taken) in [(300_000, 300_000), (1, CurlTransfer.pause)] {
        #expect(Data(count: count).withUnsafeBytes { transfer.received(body: $0) } == taken)
      }
      #expect(arrivals.total.value == 300_000 && transfer.isReceivePaused)
    }

    @Test("a problem that a callback has found is not lost behind a whole response")
    func answered() throws {
      let transfer = try transfer("HEAD", head: ["HTTP/1.1 200 OK", ""])
      transfer.handle = CurlHandle()
      #expect(transfer.isAnswered)
      transfer.problem = .bodyTooLarge(limit: 1)
      #expect(!transfer.isAnswered)
    }

    @Test("a request that failed was sent if an attempt was made, and something was written or came back")
    func sent() throws {
      for (attempts, hasHandle, isSent) in [(0, true, false), (1, true, false), (1, false, true)] {
        let transfer = try transfer()
        (transfer.attempts, transfer.handle) = (attempts, hasHandle ? CurlHandle() : nil)
        transfer.complete(.shutDown)
        #expect(transfer.wasSent == isSent && transfer.handle == nil)
      }
      let begun = try transfer(head: ["HTTP/1.1 200 OK"])
      (begun.attempts, begun.handle) = (1, CurlHandle())
      begun.complete(.shutDown)
      #expect(begun.wasSent)
      // On the connection before.
      let again = try transfer()
      again.noteAttempt()
      #expect(!again.wasSent)
      again.noteAttempt()
      #expect(again.wasSent && again.attempts == 2)
    }

    @Test("a body may have been sent by TLS although nothing is counted, to a server or to a proxy")
    func counted() throws {
      _ = try CurlLibrary.loaded.get()
      let handle = try #require(CurlHandle())
      let plain = try EngineTest.request("http://a/", in: session)
      let body = try EngineTest.request("http://a/", body: .data(Data(count: 9)), in: session)
      handle.isSecure = true
      #expect(handle.isUnprocessed(plain) && !handle.isUnprocessed(body))
      handle.isSecure = false
      #expect(handle.isUnprocessed(plain) && handle.isUnprocessed(body))
      handle.proxy = try ProxyAddress("https://proxy.test")
      #expect(handle.isUnprocessed(plain) && !handle.isUnprocessed(body))
    }

    @Test("challenges of a proxy come before the request is sent, and none after it")
    func challenges() throws {
      let transfer = try transfer()
      let handle = try #require(CurlHandle())
      handle.transfer = transfer
      let line = Array("Proxy-Authenticate: Basic\r\n".utf8)
      for attempts in [1, 0] {
        transfer.attempts = attempts
        line.withUnsafeBytes { handle.receivedLog(headerLine: $0) }
        #expect(handle.challenges.isEmpty == (attempts == 1))
      }
      handle.abandon()
    }

    @Test("trailers and the head have one limit together")
    func trailers() throws {
      let transfer = try transfer(head: [
        "HTTP/1.1 200 OK", "A: \(String(repeating: "a", count: 60_000))", "",
      ])
      let line = Array("B: \(String(repeating: "b", count: 60_000))\r\n".utf8)
      #expect(line.withUnsafeBytes { transfer.received(headerLine: $0) } == 0)
      guard case .headTooLarge = transfer.problem else {
        Issue.record("\(transfer.problem as Any)")
        return
      }
    }

    @Test("an upload is cut off if nothing more can come, unless its reader has still to read")
    func cutOff() throws {
      let transfer = try transfer("PUT")
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let wakeup = rq_eventfd_create()
      defer { for descriptor in [ends[0], wakeup] { close(descriptor) } }
      let (poller, handle) = (try #require(CurlPoller(wakeup: wakeup)), try #require(CurlHandle()))
      poller.opened(ends[0])
      (handle.poller, handle.connection) = (poller, poller.connections.connection(on: ends[0]))
      (transfer.handle, transfer.upload, transfer.attempts) = (handle, CurlUpload(Data("a".utf8)), 1)
      #expect(!transfer.isCutOff(on: ends[0]))
      handle.receivedCloseNotify = true
      #expect(transfer.isCutOff(on: ends[0]))
      transfer.isReceivePaused = true
      #expect(!transfer.isCutOff(on: ends[0]))
      (transfer.isReceivePaused, handle.receivedCloseNotify) = (false, false)
      close(ends[1])
      #expect(transfer.isCutOff(on: ends[0]))
    }

    @Test(
      "what the server has sent before its end is whole without a body, or if the body ends with the connection",
      arguments: [
        ("HEAD", "Content-Length: 5", true), ("PUT", "A: b", true), ("PUT", "Content-Length: 5", false),
      ])
    func end(method: String, field: String, isWhole: Bool) throws {
      let transfer = try transfer(method, head: ["HTTP/1.1 200 OK", field, ""])
      transfer.handle = CurlHandle()
      #expect((transfer.endProblem == nil) == isWhole)
    }

    @Test("HTTP/1.0 and the time of TLS are in the times of a transfer")
    func timings() throws {
      var measured = rq_measurements()
      (measured.http_version, measured.tls) = (1, 4)
      let times = CurlTimings(try transfer(), measured)
      #expect(times.httpVersion == "HTTP/1.0" && times.secured - times.queued == 4000)
    }
  }
#endif
