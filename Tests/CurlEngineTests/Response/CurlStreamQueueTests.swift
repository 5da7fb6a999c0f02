#if os(Linux)
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
  }
#endif
