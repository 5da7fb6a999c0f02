import Synchronization

/// A connection that libcurl makes, with proxy and TLS, and that its user reads and writes.
package final class CurlSocket: RawConnection {
  private let session: CurlSession
  /// Whether a command waits that makes the loop take the output.
  private let isFlushing = Atomic(false)

  fileprivate init(_ session: CurlSession) { self.session = session }

  package func flush() {
    guard !isFlushing.exchange(true, ordering: .acquiringAndReleasing) else { return }
    session.post(.flush(self))
  }

  package func resume() { session.post(.resume(self)) }

  package func close() { session.post(.close(self)) }

  /// Called by the loop before it takes the output: output from now on needs another command.
  func beginFlush() { isFlushing.store(false, ordering: .sequentiallyConsistent) }
}

/// The sockets of a session. They have a loop of their own, which starts with the first one, because what a user does with
/// its bytes, such as decompression, must not hold up transfers. When all are released, the loop ends.
package final class CurlSocketSession: Sendable {
  private let session: CurlSession
  private let sockets = Locked<CurlSession?>(nil)

  /// - Parameter session: The session whose settings the connections have.
  package init(_ session: CurlSession) { self.session = session }

  /// Makes a connection to the server of a request, with the proxy and the TLS settings of the session; only HTTP/1.1 is
  /// offered there. Nothing is sent but the user's output.
  ///
  /// - Parameter user: Receives the bytes, and the problem if no connection could be made.
  package func open(_ request: CurlRequest, _ user: any RawConnectionUser<CurlProblem>) -> CurlSocket {
    let running = sockets.withLock { sockets in
      let running = sockets ?? CurlSession(session.settings, problem: session.problem)
      sockets = running
      return running
    }
    let socket = CurlSocket(running)
    running.open(socket, request, user)
    return socket
  }

  /// Closes all sockets, and returns when the loop has ended. None is opened afterwards, also if there was no loop yet.
  package func shutDown() async {
    let running = sockets.withLock { sockets in
      defer { sockets = sockets ?? CurlSession(session.settings, problem: .shutDown) }
      return sockets
    }
    await running?.shutDown(cancelling: true)
  }
}
