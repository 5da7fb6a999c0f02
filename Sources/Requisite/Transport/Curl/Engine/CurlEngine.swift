#if os(Linux)
  import CRequisiteCurl

  /// A running loop and the way to it. When the last one who uses it lets go, the loop ends.
  final class CurlEngine: Sendable {
    let configuration: CurlTransport.Configuration
    let pins: Result<CurlPins, CurlProblem>
    private let mailbox: Result<CurlMailbox, CurlProblem>
    private let generation = rq_fork_generation()

    /// Whether this process was forked from the one that made the engine: then it has the memory of the loop and not its
    /// thread: no command would be answered, and a lock may be held for ever. The connections are the parent's.
    var isForked: Bool { rq_fork_generation() != generation }

    /// Starts the loop's thread. A problem that keeps it from starting fails the exchanges.
    init(_ configuration: CurlTransport.Configuration) {
      self.configuration = configuration
      pins = Result { () throws(CurlProblem) in try CurlPins(configuration.tls.pinnedPublicKeys) }
      mailbox = CurlLibrary.loaded.flatMap { library in
        guard let mailbox = CurlMailbox() else { return .failure(.noDescriptors) }
        Self.start(configuration, library, mailbox)
        return .success(mailbox)
      }
    }

    deinit { post(.stop(cancelling: true, ended: nil)) }

    /// Hands the transfer to the loop, which completes it; completes it at once if there is no loop.
    func submit(_ transfer: CurlTransfer) {
      switch mailbox {
      case .failure(let problem): transfer.complete(problem)
      case .success(let mailbox):
        guard !isForked else { return transfer.complete(.forked) }
        if let problem = mailbox.post(.start(transfer)) { transfer.complete(problem) }
      }
    }

    /// Asks the loop for something about a transfer that it has, or had.
    func post(_ command: CurlCommand) {
      guard case .success(let mailbox) = mailbox, !isForked else { return }
      // A loop that has ended has no transfers, so there is nothing left to ask.
      _ = mailbox.post(command)
    }

    /// Ends the loop and returns when it has ended.
    func shutDown(cancelling: Bool) async {
      guard case .success(let mailbox) = mailbox, !isForked else { return }
      await withUnsafeContinuation { continuation in
        guard mailbox.post(.stop(cancelling: cancelling, ended: continuation)) != nil else { return }
        continuation.resume()
      }
    }

    private static func start(
      _ configuration: CurlTransport.Configuration, _ library: CurlLibrary, _ mailbox: CurlMailbox
    ) {
      let thread = Thread {
        blockPipeSignal()
        do throws(CurlProblem) {
          try CurlLoop(configuration, library: library, mailbox: mailbox).run()
        } catch {
          fail(mailbox, error)
        }
      }
      thread.name = "requisite.curl"
      thread.start()
    }

    /// A write to a connection that the server has closed must not end the process: libcurl leaves that signal alone
    /// where signals are turned off (CURLOPT_NOSIGNAL), and older versions write by OpenSSL, which raises it.
    private static func blockPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Completes the commands of a loop that could not be set up.
    private static func fail(_ mailbox: CurlMailbox, _ problem: CurlProblem) {
      for command in mailbox.close(problem) {
        switch command {
        case .start(let transfer): transfer.complete(problem)
        case .stop(_, let ended): ended?.resume()
        case .cancel, .resumeReceiving, .supply: break
        }
      }
    }
  }
#endif
