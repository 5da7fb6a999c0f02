#if os(Linux)
  import CRequisiteCurl
  import Testing

  @testable import CurlEngine

  @Suite("The pool of easy handles")
  struct CurlHandlePoolTests {
    @Test("a handle serves one request after another, to any server")
    func sharing() throws {
      let library = try CurlLibrary.loaded.get()
      let wakeup = rq_eventfd_create()
      let poller = try #require(CurlPoller(wakeup: wakeup))
      close(wakeup)
      let options = try CurlOptions(CurlSettings(), library: library, poller: poller)
      var pool = CurlHandlePool(options: options, capacity: 1)
      let (first, second) = (try pool.take(), try pool.take())
      pool.put(first)
      pool.put(second)
      #expect(try pool.take() === first)
      let third = try pool.take()
      #expect(third !== first && third !== second)
    }
  }
#endif
