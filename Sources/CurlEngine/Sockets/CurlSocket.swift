import Synchronization

/// A connection that libcurl makes, with proxy and TLS, and that its user reads and writes.
package final class CurlSocket: Sendable {
  private let session: CurlSocketSession
  /// Whether a command waits that makes the loop take the output.
  private let isFlushing = Atomic(false)

  init(_ session: CurlSocketSession) { self.session = session }

  /// Takes the user's output and sends it. Called whenever there may be new output.
  package func flush() {
    guard !isFlushing.exchange(true, ordering: .acquiringAndReleasing) else { return }
    session.post(.flush(self))
  }

  /// Delivers bytes again, after ``CurlSocketUser/received(_:)`` returned false.
  package func resume() { session.post(.resume(self)) }

  /// Closes the connection and releases the user. Nothing is called afterwards but a call that is under way.
  package func close() { session.post(.close(self)) }

  /// Called by the loop before it takes the output: output from now on needs another command.
  func beginFlush() { isFlushing.store(false, ordering: .sequentiallyConsistent) }
}

/// A command for the thread of the sockets.
enum CurlSocketCommand: Sendable {
  indirect case open(CurlSocket, CurlRequest, any CurlSocketUser)
  case flush(CurlSocket)
  case resume(CurlSocket)
  case close(CurlSocket)
  /// Close all sockets and end.
  case stop(UnsafeContinuation<Void, Never>?)
}

/// The user of a connection. Its functions are called by one thread at a time, must not wait, and must not call the
/// connection's functions while they hold a lock that those of the user need.
package protocol CurlSocketUser: AnyObject, Sendable {
  /// Takes bytes that have arrived. Returns false if no more should be delivered until ``CurlSocket/resume()``.
  func received(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Returns the bytes to send next; empty for none. Called when all earlier output is sent, first when the connection is
  /// made.
  func takeOutput() -> [UInt8]
  /// Ends the connection: with the reason why it could not be made or was lost, or with nil because the other end has ended
  /// it.
  func ended(_ problem: CurlProblem?)
}
