import CRequisiteCurl

/// The thread of sockets, which starts with the first one. When the session is released, the thread ends after the last
/// socket.
package final class CurlSocketSession: Sendable {
  private typealias Mailbox = CommandQueue<CurlSocketCommand>

  private let session: CurlSession
  private let mailbox = Locked<Mailbox?>(nil)

  /// - Parameter session: The session whose settings the connections have.
  package init(_ session: CurlSession) { self.session = session }

  deinit { post(.stop(nil)) }

  /// Makes a connection to the server of a request, with the proxy and the TLS settings of the session; only HTTP/1.1 is
  /// offered there. Nothing is sent but the user's output.
  ///
  /// - Parameter user: Receives the bytes, and the problem if no connection could be made.
  package func open(_ request: CurlRequest, _ user: any CurlSocketUser) -> CurlSocket {
    let socket = CurlSocket(self)
    let problem: CurlProblem?
    do throws(CurlProblem) {
      problem = try running().post(.open(socket, request, user))
    } catch { problem = error }
    if let problem { user.ended(problem) }
    return socket
  }

  /// Sends a command to the thread. Without one there is no socket that the command could be for.
  func post(_ command: CurlSocketCommand) {
    guard !session.isForked else { return }
    _ = mailbox.withLock { $0 }?.post(command)
  }

  /// Closes all sockets, and returns when the thread has ended.
  package func shutDown() async {
    guard let mailbox = mailbox.withLock({ $0 }) else { return }
    await withUnsafeContinuation { continuation in
      if mailbox.post(.stop(continuation)) != nil { continuation.resume() }
    }
  }

  private func running() throws(CurlProblem) -> Mailbox {
    try mailbox.withLock { running throws(CurlProblem) in
      if let running { return running }
      guard let made = Mailbox() else { throw .noDescriptors }
      let library = try CurlLibrary.loaded.get()
      let loop = CurlSocketLoop.starter(session.settings, library, made)
      guard CurlThread.start(loop) else {
        throw .unavailable("no thread can be started for the sockets")
      }
      running = made
      return made
    }
  }
}

extension CurlSocketLoop {
  /// Returns the work of the thread.
  fileprivate static func starter(
    _ settings: CurlSettings, _ library: CurlLibrary, _ mailbox: CommandQueue<CurlSocketCommand>
  ) -> @Sendable () -> Void {
    return {
      do throws(CurlProblem) {
        try CurlSocketLoop(settings, library, mailbox).run()
      } catch {
        for command in mailbox.close(error) { refuse(command, error) }
      }
    }
  }

  /// Ends a command that came too late.
  static func refuse(_ command: CurlSocketCommand, _ problem: CurlProblem) {
    switch command {
    case .open(_, _, let user): user.ended(problem)
    case .stop(let ended): ended?.resume()
    case .flush, .resume, .close: break
    }
  }
}
