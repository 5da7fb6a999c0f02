#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("The poller of sockets")
  struct CurlPollerTests {
    @Test("a descriptor that the system does not watch is an error each time that libcurl waits for it")
    func unwatched() throws {
      let (wakeup, folder) = (rq_eventfd_create(), open("/", O_RDONLY))
      defer {
        close(wakeup)
        close(folder)
      }
      let poller = try #require(CurlPoller(wakeup: wakeup))
      for _ in 1...2 { #expect(poller.want(Int32(RQ_POLL_READ), on: folder) == EPERM) }
    }
  }
#endif
