import CRequisiteCurl

/// Waits for sockets with epoll, and records what epoll watches, which saves most of the system calls.
///
/// After every transfer libcurl stops waiting for the socket, and starts again with the next transfer on the
/// connection. For an established connection, the poller only records that, and tells epoll when an event arrives on
/// the idle socket. libcurl does not report when it closes other descriptors, of name look-ups and of attempts to
/// connect, and the system reuses their numbers: the poller stops watching them at once.
///
/// Used only by the loop's thread.
///
/// The properties that each transfer uses need no check of exclusive access at run time: see ``CurlTransfer``.
final class CurlPoller {
  private struct Entry {
    /// The events that libcurl waits for.
    var wanted: Int32 = 0
    /// The events that epoll reports; nil if epoll does not watch the socket.
    var watched: Int32?
    /// Whether the socket is an established connection, whose close libcurl reports.
    var isConnection = false
    /// The multi handle that waits for the events. It exists as long as it waits.
    var owner: Unmanaged<CurlMulti>?
  }

  let connections = CurlConnections()
  private let epoll: Int32
  @exclusivity(unchecked) private var entries: [Entry] = []
  private var events = [rq_poll_event](repeating: rq_poll_event(), count: 64)

  /// - Parameter wakeup: An eventfd; a write to it ends ``wait(milliseconds:ready:)``.
  init?(wakeup: Int32) {
    epoll = rq_epoll_create()
    // `deinit` closes it in any case.
    guard epoll >= 0, rq_epoll_watch(epoll, wakeup, Int32(RQ_POLL_READ | RQ_POLL_EDGE), 0) == 0 else {
      return nil
    }
  }

  deinit { close(epoll) }

  /// Records that a socket was created with this descriptor, and discards what was known of an earlier one.
  func opened(_ descriptor: Int32) {
    grow(to: descriptor)
    entries[Int(descriptor)] = Entry()
    connections.opened(descriptor)
  }

  /// Records that the socket is an established connection.
  func connected(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    grow(to: descriptor)
    entries[Int(descriptor)].isConnection = true
  }

  /// Records that the descriptor is being closed. epoll stops watching it on its own.
  func closed(_ descriptor: Int32) {
    grow(to: descriptor)
    entries[Int(descriptor)] = Entry()
    connections.closed(descriptor)
  }

  /// Whether libcurl waits for no event on the descriptor.
  func isIdle(_ descriptor: Int32) -> Bool {
    !entries.indices.contains(Int(descriptor)) || entries[Int(descriptor)].wanted == 0
  }

  /// Returns the multi handle that waits for an event on the descriptor.
  func owner(of descriptor: Int32) -> CurlMulti? { entries[Int(descriptor)].owner?.takeUnretainedValue() }

  /// Whether libcurl waits for bytes on the descriptor.
  func awaitsBytes(on descriptor: Int32) -> Bool {
    entries.indices.contains(Int(descriptor)) && entries[Int(descriptor)].wanted & Int32(RQ_POLL_READ) != 0
  }

  /// Sets the events that libcurl waits for on the descriptor, for transfers of a multi handle; 0 for none. Returns 0, or the
  /// errno of a system that does not watch the descriptor.
  @discardableResult
  func want(_ wanted: Int32, on descriptor: Int32, for owner: CurlMulti? = nil) -> Int32 {
    grow(to: descriptor)
    let index = Int(descriptor)
    entries[index].wanted = wanted
    entries[index].owner = wanted == 0 ? nil : owner.map(Unmanaged.passUnretained)
    guard wanted != 0 else {
      if !entries[index].isConnection { unwatch(descriptor) }
      return 0
    }
    guard entries[index].watched != wanted else { return 0 }
    let known: Int32 = entries[index].watched == nil ? 0 : 1
    let error = rq_epoll_watch(epoll, descriptor, wanted, known)
    if error == 0 { entries[index].watched = wanted }
    return error
  }

  /// Waits, and calls `ready` for each socket with an event while libcurl waits for the socket.
  func wait(milliseconds: Int32, ready: (_ descriptor: Int32, _ events: Int32) -> Void) {
    let count = rq_epoll_wait(epoll, &events, Int32(events.count), milliseconds)
    for index in 0..<Int(count) {
      let event = events[index]
      guard Int(event.descriptor) < entries.count else { continue }
      // The server has closed, or sent on, an idle connection: epoll would report it again and again. Nor is `wakeup` waited for.
      guard entries[Int(event.descriptor)].wanted != 0 else {
        unwatch(event.descriptor)
        continue
      }
      ready(event.descriptor, event.events)
    }
  }

  private func unwatch(_ descriptor: Int32) {
    guard entries[Int(descriptor)].watched != nil else { return }
    // An error means that the descriptor is not in the set, which is the result that is wanted.
    _ = rq_epoll_unwatch(epoll, descriptor)
    entries[Int(descriptor)].watched = nil
  }

  private func grow(to descriptor: Int32) {
    while entries.count <= Int(descriptor) { entries.append(Entry()) }
  }
}
