#if os(Linux)
  import CRequisiteCurl
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

    @Test("a piece that comes after its pass was given up is not sent in the next")
    func earlierPass() {
      let origin = CurlBodyOrigin(isReplayable: true) { ScriptedSource([]) }
      var upload = CurlUpload(origin, length: nil) { _, _ in }
      #expect(Self.read(5, of: &upload) == nil && upload.rewind())
      upload.supply(.success(Data("old".utf8)), pass: 0)
      upload.supply(.success(Data("new".utf8)), pass: 1)
      #expect(Self.read(5, of: &upload) == "new")
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

    @Test("no more of a body is sent while something can be read on its connection: perhaps the response")
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
      var bytes: [UInt8] = [0, 0]
      #expect(bytes.withUnsafeMutableBytes { transfer.supplyBody($0) } == 2)
      #expect(write(ends[1], "a", 1) == 1)
      #expect(bytes.withUnsafeMutableBytes { transfer.supplyBody($0) } == CurlTransfer.pause)
      #expect(transfer.isSendPaused && transfer.upload?.sent == 2)
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
