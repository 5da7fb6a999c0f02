#if os(Linux)
  import CRequisiteCurl

  /// The thread of a transport's sockets, which starts with the first one. When the transport is released, the thread ends
  /// after the last socket.
  final class CurlSocketEngine: Sendable {
    private typealias Mailbox = CommandQueue<CurlSocketCommand>

    private let engine: CurlEngine
    private let mailbox = Locked<Mailbox?>(nil)

    /// - Parameter engine: The engine whose configuration the connections have.
    init(_ engine: CurlEngine) { self.engine = engine }

    deinit { _ = mailbox.withLock { $0 }?.post(.stop(nil)) }

    /// Makes a connection, by a command of that kind.
    func open(_ command: CurlSocketCommand, _ request: TransportRequest) {
      let problem: CurlProblem?
      do throws(CurlProblem) { problem = try running().post(command) } catch { problem = error }
      if let problem, case .open(_, _, _, let user) = command { user.ended(problem.error(for: request)) }
    }

    /// Sends a command to the thread. Without one there is no socket that the command could be for.
    func post(_ command: CurlSocketCommand) {
      guard !engine.isForked else { return }
      _ = mailbox.withLock { $0 }?.post(command)
    }

    /// Closes all sockets, and returns when the thread has ended.
    func shutDown() async {
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
        let loop = CurlSocketLoop.starter(engine.configuration, library, made)
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
      _ configuration: CurlTransport.Configuration, _ library: CurlLibrary,
      _ mailbox: CommandQueue<CurlSocketCommand>
    ) -> @Sendable () -> Void {
      let proxies = CurlProxies(configuration.proxy)
      return {
        CurlEngine.blockPipeSignal()
        do throws(CurlProblem) {
          try CurlSocketLoop(configuration, proxies, library, mailbox).run()
        } catch {
          for command in mailbox.close(error) { refuse(command, error) }
        }
      }
    }

    /// Ends a command that came too late.
    static func refuse(_ command: CurlSocketCommand, _ problem: CurlProblem) {
      switch command {
      case .open(_, _, let request, let user): user.ended(problem.error(for: request))
      case .stop(let ended): ended?.resume()
      case .flush, .resume, .close: break
      }
    }
  }
#endif
