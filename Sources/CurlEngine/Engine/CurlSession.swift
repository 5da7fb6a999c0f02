import CRequisiteCurl

/// A thread that makes transfers with libcurl: its loop, its connections and the mailbox for its commands. When the last
/// reference is released, the loop cancels its transfers and ends.
///
/// ```
/// let session = CurlSession(CurlSettings())
/// let transfer = CurlTransfer(request)
/// if let problem = await session.perform(transfer) { throw problem }
/// guard transfer.takeBack() else { return }
/// print(transfer.status, transfer.takeBody())
/// ```
package final class CurlSession: Sendable {
  package let settings: CurlSettings
  private let mailbox: Result<CurlMailbox, CurlProblem>
  private let generation = ForkGeneration.current

  /// Whether this process was forked from the one that created the session.
  ///
  /// A fork has the loop's memory but not its thread: no command would be answered, and a lock may be held forever. The
  /// connections belong to the parent.
  package var isForked: Bool { ForkGeneration.current != generation }

  /// Starts the loop's thread. If a problem prevents that, each transfer fails with it.
  ///
  /// - Parameter problem: What is wrong with the settings. No thread is started then.
  package init(_ settings: CurlSettings, problem: CurlProblem? = nil) {
    self.settings = settings
    if let problem {
      mailbox = .failure(problem)
      return
    }
    mailbox = CurlLibrary.loaded.flatMap { library in
      if let message = settings.problem(with: library) { return .failure(.option(message)) }
      guard let mailbox = CurlMailbox() else { return .failure(.noDescriptors) }
      Self.start(settings, library, mailbox)
      return .success(mailbox)
    }
  }

  deinit { post(.stop(cancelling: true, ended: nil)) }

  /// The reason why there is no loop, such as a missing libcurl; nil if there is one.
  package var problem: CurlProblem? { if case .failure(let problem) = mailbox { problem } else { nil } }

  /// Makes a transfer. Returns nil when its response is complete, or when its header section is if the body is a stream; or
  /// the problem that ended it. If the task is cancelled, the transfer ends at once.
  ///
  /// What the transfer has received may be read after ``CurlTransfer/takeBack()``.
  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inlinable @inline(__always)
  package func perform(_ transfer: CurlTransfer) async -> CurlProblem? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        transfer.wait(with: continuation)
        submit(transfer)
      }
    } onCancel: {
      cancel(transfer)
    }
  }

  /// Passes the transfer to the loop, which completes it. Without a running loop, completes it at once with the reason.
  @usableFromInline func submit(_ transfer: CurlTransfer) {
    if let problem = post(.start(transfer)) { transfer.complete(problem) }
  }

  /// Passes a socket to the loop, which connects it. Without a running loop, ends its user at once with the reason.
  func open(_ socket: CurlSocket, _ request: CurlRequest, _ user: any RawConnectionUser<CurlProblem>) {
    if let problem = post(.open(socket, request, user)) { user.ended(problem) }
  }

  /// Ends the transfer, in whatever state it is. Does nothing if it has ended.
  package func cancel(_ transfer: CurlTransfer) { post(.cancel(transfer)) }

  /// Sends a command to the loop. Returns nil, or the reason why the command will not be read: there is no loop, it has ended,
  /// or the process is a fork.
  @discardableResult
  func post(_ command: CurlCommand) -> CurlProblem? {
    switch mailbox {
    case .failure(let problem): problem
    case .success(let mailbox): isForked ? .forked : mailbox.post(command)
    }
  }

  /// Stops the loop and returns when it has ended. The transfers under way are cancelled if `cancelling`, or else
  /// finish first.
  package func shutDown(cancelling: Bool) async {
    await withUnsafeContinuation { continuation in
      if post(.stop(cancelling: cancelling, ended: continuation)) != nil { continuation.resume() }
    }
  }

  private static func start(_ settings: CurlSettings, _ library: CurlLibrary, _ mailbox: CurlMailbox) {
    let isStarted = CurlThread.start {
      rq_keep_freed_memory(1 << 20)
      do throws(CurlProblem) {
        try CurlLoop(settings, library: library, mailbox: mailbox).run()
      } catch {
        mailbox.close(error)
      }
    }
    if !isStarted { mailbox.close(.unavailable("no thread can be started for the transfers")) }
  }
}

/// The thread of a loop. Foundation's `Thread` is not in FoundationEssentials.
final class CurlThread: Sendable {
  private let work: @Sendable () -> Void

  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Runs `work` on a new thread. Returns false if the system cannot create a thread.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(CurlThread(work))
    let code = rq_thread_start(
      { context in
        guard let context else { return nil }
        rq_name_thread("requisite.curl")
        CurlThread.blockPipeSignal()
        Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return false
    }
    return true
  }

  /// Blocks SIGPIPE on the thread: a write to a connection that the server has closed must not end the process.
  ///
  /// libcurl does not handle SIGPIPE under CURLOPT_NOSIGNAL, and older versions write through OpenSSL, which raises it.
  private static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// A command for the loop's thread. The large ones are indirect, because the frequent ones are then one word.
enum CurlCommand: Sendable {
  case start(CurlTransfer)
  case cancel(CurlTransfer)
  /// The reader of a stream has made room for more bytes.
  case resumeReceiving(CurlTransfer)
  /// The next chunk of a request's body; nil at its end. `pass` counts how often the body was started.
  indirect case supply(CurlTransfer, pass: Int, Result<Data?, CurlProblem>)
  /// Connect a socket for its user.
  indirect case open(CurlSocket, CurlRequest, any RawConnectionUser<CurlProblem>)
  /// Take and send the output of a socket's user.
  case flush(CurlSocket)
  /// Deliver what arrives on a socket again.
  case resume(CurlSocket)
  case close(CurlSocket)
  /// Start no more transfers, cancel those under way and close the sockets if `cancelling`, and resume `ended` when all are
  /// over.
  indirect case stop(cancelling: Bool, ended: UnsafeContinuation<Void, Never>?)
}

/// The queue of commands from any thread to a loop's thread.
final class CurlMailbox: Sendable {
  private struct State {
    var commands: [CurlCommand] = []
    var isSleeping = false
    var closedBy: CurlProblem?
  }

  private let state = Locked(State())
  /// The eventfd that wakes the loop. Written to only while the loop sleeps: posting to a busy loop costs no system
  /// call.
  let wakeup: Int32

  init?() {
    wakeup = rq_eventfd_create()
    guard wakeup >= 0 else { return nil }
  }

  deinit { systemClose(wakeup) }

  /// Adds a command to the queue. Returns nil, or the reason why the command will not be read: the loop has ended.
  func post(_ command: CurlCommand) -> CurlProblem? {
    let (problem, wakes) = state.withLock { state -> (CurlProblem?, Bool) in
      if let problem = state.closedBy { return (problem, false) }
      state.commands.append(command)
      defer { state.isSleeping = false }
      return (nil, state.isSleeping)
    }
    if wakes { rq_eventfd_signal(wakeup) }
    return problem
  }

  /// Takes the commands in order. `commands` must be empty; its memory is reused for the queue. Called by the loop.
  func take(into commands: inout [CurlCommand]) {
    state.withLock { state in
      state.isSleeping = false
      guard !state.commands.isEmpty else { return }
      swap(&state.commands, &commands)
    }
  }

  /// Returns true if no command waits, so that the loop may sleep; the next command then wakes it. Called by the loop.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      state.isSleeping = state.commands.isEmpty
      return state.isSleeping
    }
  }

  /// Closes the queue with a reason, and answers the commands that are left with it. Called when the loop has ended, or could
  /// not begin.
  func close(_ problem: CurlProblem) {
    let commands = state.withLock { state in
      state.closedBy = problem
      defer { state.commands = [] }
      return state.commands
    }
    for command in commands {
      switch command {
      case .start(let transfer): transfer.complete(problem)
      case .stop(_, let ended): ended?.resume()
      case .open(_, _, let user): user.ended(problem)
      case .cancel, .resumeReceiving, .supply, .flush, .resume, .close: break
      }
    }
  }
}
