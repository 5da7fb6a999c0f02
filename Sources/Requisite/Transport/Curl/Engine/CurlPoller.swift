#if os(Linux)
  import CRequisiteCurl

  /// Waits for sockets by epoll, and remembers what epoll watches, which saves most of the system calls.
  ///
  /// libcurl says that it has lost interest in a socket after every transfer, and takes it up again with the next
  /// one on the same connection. So for a connection the loss is only noted, and epoll learns of it when the socket
  /// really speaks up. Of other descriptors — of name look-ups, of attempts to connect — libcurl does not say when
  /// it closes them, and their numbers are given away again: they are forgotten at once.
  /// Used by the loop's thread alone.
  final class CurlPoller {
    private struct Entry {
      /// The events that libcurl waits for.
      var wanted: Int32 = 0
      /// The events that epoll reports; nil if epoll does not watch the socket.
      var watched: Int32?
      /// Whether the socket is an established connection, whose close libcurl reports.
      var isConnection = false
    }

    let connections = CurlConnections()
    private let epoll: Int32
    private let wakeup: Int32
    private var entries: [Entry] = []
    private var events = [rq_poll_event](repeating: rq_poll_event(), count: 64)

    /// - Parameter wakeup: An eventfd that ends a wait.
    init?(wakeup: Int32) {
      epoll = rq_epoll_create()
      self.wakeup = wakeup
      guard epoll >= 0 else { return nil }
      guard rq_epoll_watch(epoll, wakeup, Int32(RQ_POLL_READ | RQ_POLL_EDGE), 0) == 0 else {
        close(epoll)
        return nil
      }
    }

    deinit { close(epoll) }

    /// A socket was made with this descriptor; what was known of the number is out of date.
    func opened(_ descriptor: Int32) {
      grow(to: descriptor)
      entries[Int(descriptor)] = Entry()
      connections.opened(descriptor)
    }

    /// The socket has become a connection.
    func connected(_ descriptor: Int32) {
      guard descriptor >= 0 else { return }
      grow(to: descriptor)
      entries[Int(descriptor)].isConnection = true
    }

    /// The descriptor is closed; epoll forgets it by itself.
    func closed(_ descriptor: Int32) {
      grow(to: descriptor)
      entries[Int(descriptor)] = Entry()
      connections.closed(descriptor)
    }

    /// Whether libcurl wants to hear nothing of the descriptor.
    func isIdle(_ descriptor: Int32) -> Bool {
      !entries.indices.contains(Int(descriptor)) || entries[Int(descriptor)].wanted == 0
    }

    /// libcurl wants to hear of `wanted` (0 for nothing) on the descriptor.
    func want(_ wanted: Int32, on descriptor: Int32) {
      grow(to: descriptor)
      let index = Int(descriptor)
      entries[index].wanted = wanted
      guard wanted != 0 else {
        if !entries[index].isConnection { unwatch(descriptor) }
        return
      }
      guard entries[index].watched != wanted else { return }
      let known: Int32 = entries[index].watched == nil ? 0 : 1
      if rq_epoll_watch(epoll, descriptor, wanted, known) == 0 { entries[index].watched = wanted }
    }

    /// Waits and calls `ready` for each socket that libcurl wants to hear of.
    func wait(milliseconds: Int32, ready: (_ descriptor: Int32, _ events: Int32) -> Void) {
      let count = rq_epoll_wait(epoll, &events, Int32(events.count), milliseconds)
      for index in 0..<Int(count) {
        let event = events[index]
        guard event.descriptor != wakeup, Int(event.descriptor) < entries.count else { continue }
        // An idle connection that the server closes: epoll would report it again and again.
        guard entries[Int(event.descriptor)].wanted != 0 else {
          unwatch(event.descriptor)
          continue
        }
        ready(event.descriptor, event.events)
      }
    }

    private func unwatch(_ descriptor: Int32) {
      guard entries[Int(descriptor)].watched != nil else { return }
      // An error says that it is not in the set, which is what is wanted.
      _ = rq_epoll_unwatch(epoll, descriptor)
      entries[Int(descriptor)].watched = nil
    }

    private func grow(to descriptor: Int32) {
      while entries.count <= Int(descriptor) { entries.append(Entry()) }
    }
  }
#endif
