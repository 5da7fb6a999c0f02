#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The body of a request, as libcurl reads it")
  struct CurlUploadTests {
    @Test("bytes that are put back, because something has to be read first, are read again")
    func putBack() {
      var memory = CurlUpload(Data("hello".utf8))
      let origin = CurlBodyOrigin(isReplayable: false) { ScriptedSource([]) }
      var stream = CurlUpload(origin, length: nil) { _, _ in }
      stream.supply(.success(Data("hello".utf8)), pass: 0)
      for count in [2, 5] {
        #expect(Self.read(count, of: &memory, putsBack: true) == String("hello".prefix(count)))
        #expect(Self.read(count, of: &stream, putsBack: true) == String("hello".prefix(count)))
        #expect(memory.sent == 0 && stream.sent == 0)
      }
      #expect(Self.read(5, of: &memory) == "hello" && Self.read(5, of: &stream) == "hello")
      #expect(Self.read(5, of: &memory) == "" && memory.sent == 5)
    }

    @Test(
      "a pass that is given up is cancelled if it was asked, none of its pieces is sent in the next, and that has a source of its own"
    )
    func earlierPass() {
      let sources = Locked<[SilentSource]>([])
      func made(isReplayable: Bool) -> CurlUpload {
        let origin = CurlBodyOrigin(isReplayable: isReplayable) {
          let source = SilentSource()
          sources.withLock { $0.append(source) }
          return source
        }
        return CurlUpload(origin, length: nil) { _, _ in }
      }
      func counts() -> [[Int]] { sources.withLock { $0.map { [$0.asked.value, $0.cancelled.value] } } }
      var upload = made(isReplayable: true)
      #expect(Self.read(5, of: &upload) == nil && upload.rewind())
      #expect(counts() == [[1, 1]])
      #expect(Self.read(5, of: &upload) == nil)
      #expect(counts() == [[1, 1], [1, 0]])
      upload.supply(.success(Data("old".utf8)), pass: 0)
      upload.supply(.success(Data("new".utf8)), pass: 1)
      #expect(Self.read(5, of: &upload) == "new")
      upload.supply(.success(nil), pass: 1)
      upload.cancel()
      #expect(counts() == [[1, 1], [2, 0]])
      // What can be read once is not begun again in its middle.
      var once = made(isReplayable: false)
      let results = [once.rewind(), Self.read(5, of: &once) == nil, once.rewind()]
      #expect(results == [true, true, false])
    }

    @Test("a source that fails behind the last announced byte fails the upload")
    func lateFailure() {
      struct Own: Error {}
      let origin = CurlBodyOrigin(isReplayable: true) { SilentSource() }
      var upload = CurlUpload(origin, length: 3) { _, _ in }
      upload.supply(.success(Data("all".utf8)), pass: 0)
      #expect(Self.read(5, of: &upload) == nil)
      upload.supply(.failure(.body(Own())), pass: 0)
      var bytes: [UInt8] = [0, 0, 0, 0, 0]
      guard case .failed(.body(let error)) = bytes.withUnsafeMutableBytes({ upload.read(into: $0) }) else {
        Issue.record("the failure is lost")
        return
      }
      #expect(error is Own)
    }

    /// Counts how often a body is sent again.
    private final class Rewinds: CurlTransferObserver, Sendable {
      let count = Counter()

      func rewound() { count.add() }
      func sent(_ count: Int, at now: UInt64) {}
      func received(_ count: Int, of total: Int64, at now: UInt64) {}
      func finished(sent: Int64, received: Int64) {}
    }

    @Test("a body that is sent again is counted again, and begins only at its start")
    func rewound() throws {
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let rewinds = Rewinds()
      let transfer = CurlTransfer(try EngineTest.request("http://a/", in: session), observer: rewinds)
      transfer.upload = CurlUpload(Data("body".utf8))
      #expect(transfer.rewind(to: 0) && rewinds.count.value == 1)
      #expect(!transfer.rewind(to: 2))
    }

    @Test("a source is asked for at most three pieces that are not sent")
    func readAhead() {
      let asked = Locked(0)
      let source = ScriptedSource((0..<100).map { _ in Data("hello".utf8) })
      var upload = CurlUpload(CurlBodyOrigin(isReplayable: false) { source }, length: nil) { _, _ in
        asked.withLock { $0 += 1 }
      }
      #expect(Self.read(1, of: &upload) == nil)
      for _ in 0..<4 {
        for _ in 0..<asked.withLock({ $0 }) { upload.supply(.success(Data("hello".utf8)), pass: 0) }
        asked.withLock { $0 = 0 }
        #expect(Self.read(1, of: &upload) != nil)
      }
      #expect(asked.withLock { $0 } == 0)
    }

    @Test(
      "no more of a body is sent while something can be read on its connection: perhaps the response")
    func responseFirst() throws {
      _ = try CurlLibrary.loaded.get()
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let wakeup = rq_eventfd_create()
      defer { for descriptor in ends + [wakeup] { close(descriptor) } }
      let (poller, handle) = (try #require(CurlPoller(wakeup: wakeup)), try #require(CurlHandle()))
      poller.opened(ends[0])
      #expect(poller.want(Int32(RQ_POLL_READ), on: ends[0]) == 0)
      (handle.poller, handle.connection) = (poller, poller.connections.connection(on: ends[0]))
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfer = CurlTransfer(try EngineTest.request("http://a/", method: "PUT", in: session))
      (transfer.handle, transfer.upload) = (handle, CurlUpload(Data("body".utf8)))
      let tick = CurlTick()
      transfer.tick = tick
      var bytes: [UInt8] = [0, 0]
      #expect(bytes.withUnsafeMutableBytes { transfer.supplyBody($0) } == 2)
      #expect(write(ends[1], "a", 1) == 1)
      #expect(bytes.withUnsafeMutableBytes { transfer.supplyBody($0) } == CurlTransfer.pause)
      #expect(transfer.isSendPaused && transfer.upload?.sent == 2)
      // At the end of the tick, it has been read.
      #expect(tick.takeReviews().map(\.unread) == [ends[0]] && tick.takeReviews().isEmpty)
      for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] {
        #expect(Array(line.utf8).withUnsafeBytes { transfer.received(headerLine: $0) } == line.utf8.count)
      }
      #expect(bytes.withUnsafeMutableBytes { transfer.supplyBody($0) } == 2)
    }

    private static func read(_ count: Int, of upload: inout CurlUpload, putsBack: Bool = false) -> String? {
      var bytes = [UInt8](repeating: 0, count: count)
      return bytes.withUnsafeMutableBytes { bytes in
        guard case .bytes(let count) = upload.read(into: bytes) else { return nil }
        let read = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        if putsBack { upload.putBack(read) }
        return String(decoding: read, as: UTF8.self)
      }
    }
  }
#endif
