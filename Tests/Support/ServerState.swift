import Foundation

/// What a server's threads share.
///
/// Everything is behind `lock`, which is what makes `@unchecked Sendable` true.
final class ServerState: @unchecked Sendable {
  private let lock = NSLock()
  private var openSockets: Set<Int32> = []
  private var recorded: [ReceivedRequest] = []
  private var failures: [any Error] = []
  private var acceptedCount = 0
  private var isStopped = false

  var hasStopped: Bool { lock.withLock { isStopped } }
  var requests: [ReceivedRequest] { lock.withLock { recorded } }
  var accepted: Int { lock.withLock { acceptedCount } }
  var openCount: Int { lock.withLock { openSockets.count } }

  func record(_ request: ReceivedRequest) { lock.withLock { recorded.append(request) } }
  func note(_ error: any Error) { lock.withLock { failures.append(error) } }

  /// The number of the connection, from 0; nil when the server has stopped.
  func open(_ socket: Int32) -> Int? {
    lock.withLock {
      guard !isStopped else {
        LoopbackSocket.close(socket)
        return nil
      }
      openSockets.insert(socket)
      acceptedCount += 1
      return acceptedCount - 1
    }
  }

  func close(_ socket: Int32) {
    lock.withLock {
      guard openSockets.remove(socket) != nil else { return }
      LoopbackSocket.close(socket)
    }
  }

  func stop(listener: Int32) {
    lock.withLock {
      guard !isStopped else { return }
      isStopped = true
      // All are closed by their own threads, which this wakes up: a descriptor must not be given away again while a
      // thread may still use it.
      LoopbackSocket.interrupt(listener)
      openSockets.forEach(LoopbackSocket.interrupt)
    }
  }
}
