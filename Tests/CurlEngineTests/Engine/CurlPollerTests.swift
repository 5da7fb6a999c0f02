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

    /// How a descriptor becomes another's.
    enum Change: CaseIterable {
      /// A connection whose close is not reported, and then a socket.
      case opened
      /// A connection whose close is reported, and then what only a look-up uses.
      case closed
      /// What only look-ups use.
      case left
    }

    @Test("a descriptor that the system has given away again is watched anew", arguments: Change.allCases)
    func reused(_ change: Change) throws {
      let wakeup = rq_eventfd_create()
      let poller = try #require(CurlPoller(wakeup: wakeup))
      func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
      }
      let ((first, one), (second, two)) = (try pair(), try pair())
      poller.opened(first)
      if change != .left { poller.connected(first) }
      #expect(poller.want(Int32(RQ_POLL_READ), on: first) == 0)
      if change == .closed { poller.closed(first) }
      if change == .left { #expect(poller.want(0, on: first) == 0) }
      // Closes what was there, at once.
      #expect(dup2(second, first) == first)
      if change == .opened { poller.opened(first) }
      #expect(poller.want(Int32(RQ_POLL_READ), on: first) == 0)
      #expect(write(two, "a", 1) == 1)
      var ready: [Int32] = []
      poller.wait(milliseconds: 0) { descriptor, _ in ready.append(descriptor) }
      #expect(ready == [first])
      for descriptor in [wakeup, first, one, second, two] { close(descriptor) }
    }
  }
#endif
