#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The queue of a streamed body", .timeLimit(.minutes(1)))
  struct CurlStreamQueueTests {
    @Test("its reader sleeps until there are bytes or the end", arguments: [false, true])
    func sleeping(isEnd: Bool) async {
      let queue = CurlStreamQueue()
      let isAwake = Locked(false)
      let reader = Task {
        await withUnsafeContinuation { queue.wait($0) }
        isAwake.withLock { $0 = true }
      }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(!isAwake.withLock { $0 })
      if isEnd {
        queue.finish(.failure(.cancelled))
      } else {
        _ = Array("a".utf8).withUnsafeBytes { queue.append($0) }
        queue.flush()
      }
      await reader.value
    }

    @Test("its reader does not sleep while there are bytes, and says once that a full queue has room")
    func room() async throws {
      let queue = CurlStreamQueue()
      func append(_ count: Int) -> CurlStreamQueue.Step {
        Data(count: count).withUnsafeBytes { queue.append($0) }
      }
      func resumes() -> Bool? { if case .chunk(_, let resumes) = queue.take() { resumes } else { nil } }
      // An empty one takes a piece of any size.
      #expect(append(300_000) == .taken && append(1) == .full)
      try await ending(of: "bytes that are there") { await withUnsafeContinuation { queue.wait($0) } }
      #expect(resumes() == true && append(1) == .taken && resumes() == false)
      queue.finish(.failure(.cancelled))
      try await ending(of: "an end that is there") { await withUnsafeContinuation { queue.wait($0) } }
      #expect(resumes() == nil)
    }
  }
#endif
