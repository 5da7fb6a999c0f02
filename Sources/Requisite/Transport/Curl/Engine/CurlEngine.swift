#if os(Linux)
  import CRequisiteCurl

  /// A running loop and the mailbox for its commands. When the last reference is released, the loop cancels its transfers
  /// and ends.
  final class CurlEngine: Sendable {
    let configuration: CurlTransport.Configuration
    /// The settings that each request is prepared with.
    let rules: CurlRules
    let pins: Result<CurlPins, CurlProblem>
    private let mailbox: Result<CurlMailbox, CurlProblem>
    private let generation = ForkGeneration.current

    /// Whether this process was forked from the one that created the engine.
    ///
    /// A fork has the loop's memory but not its thread: no command would be answered, and a lock may be held forever. The
    /// connections belong to the parent.
    var isForked: Bool { ForkGeneration.current != generation }

    /// Starts the loop's thread. If a problem prevents that, each exchange fails with it.
    ///
    /// - Parameter problem: What is wrong with the configuration. No thread is started then.
    init(_ configuration: CurlTransport.Configuration, problem: CurlProblem? = nil) {
      self.configuration = configuration
      rules = CurlRules(configuration)
      pins = Result { () throws(CurlProblem) in try CurlPins(configuration.tls.pinnedPublicKeys) }
      if let problem {
        mailbox = .failure(problem)
        return
      }
      mailbox = CurlLibrary.loaded.flatMap { library in
        guard let mailbox = CurlMailbox() else { return .failure(.noDescriptors) }
        Self.start(configuration, library, mailbox)
        return .success(mailbox)
      }
    }

    deinit { post(.stop(cancelling: true, ended: nil)) }

    /// The reason why there is no loop, such as a missing libcurl; nil if there is one.
    var problem: CurlProblem? { if case .failure(let problem) = mailbox { problem } else { nil } }

    /// Passes the transfer to the loop, which completes it. Without a running loop, completes it at once with the reason.
    func submit(_ transfer: CurlTransfer) {
      switch mailbox {
      case .failure(let problem): transfer.complete(problem)
      case .success(let mailbox):
        guard !isForked else { return transfer.complete(.forked) }
        if let problem = mailbox.post(.start(transfer)) { transfer.complete(problem) }
      }
    }

    /// Sends a command to the loop. Does nothing if there is no loop, or in a fork.
    func post(_ command: CurlCommand) {
      guard case .success(let mailbox) = mailbox, !isForked else { return }
      // A loop that has ended has no transfers, so the command would have no effect.
      _ = mailbox.post(command)
    }

    /// Stops the loop and returns when it has ended. The transfers under way are cancelled if `cancelling`, or else
    /// finish first.
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
      let proxies = CurlProxies(configuration.proxy)
      let isStarted = CurlThread.start {
        blockPipeSignal()
        rq_keep_freed_memory(1 << 20)
        do throws(CurlProblem) {
          try CurlLoop(configuration, proxies: proxies, library: library, mailbox: mailbox).run()
        } catch {
          fail(mailbox, error)
        }
      }
      if !isStarted { fail(mailbox, .unavailable("no thread can be started for the transfers")) }
    }

    /// Blocks SIGPIPE on the loop's thread: a write to a connection that the server has closed must not end the process.
    ///
    /// libcurl does not handle SIGPIPE under CURLOPT_NOSIGNAL, and older versions write through OpenSSL, which raises it.
    static func blockPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Completes the commands for a loop that could not be set up.
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

  /// The thread of a loop. Foundation's `Thread` is not in FoundationEssentials.
  final class CurlThread: Sendable {
    private let work: @Sendable () -> Void

    private init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }

    /// Runs `work` on a new thread. Returns false if the system cannot create a thread.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
      let context = Unmanaged.passRetained(CurlThread(work))
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          rq_name_thread("requisite.curl")
          Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().work()
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        context.release()
        return false
      }
      pthread_detach(thread)
      return true
    }
  }
#endif
