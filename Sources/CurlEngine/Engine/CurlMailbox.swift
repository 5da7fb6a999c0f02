import CRequisiteCurl

/// A command for the loop's thread. The large ones are indirect, because the frequent ones are then one word.
enum CurlCommand: Sendable {
  case start(CurlTransfer)
  case cancel(CurlTransfer)
  /// The reader of a stream has made room for more bytes.
  case resumeReceiving(CurlTransfer)
  /// The next piece of a request's body; nil at its end. `pass` counts how often the body was started.
  indirect case supply(CurlTransfer, pass: Int, Result<Data?, CurlProblem>)
  /// Start no more transfers, cancel those under way if `cancelling`, and resume `ended` when all are over.
  indirect case stop(cancelling: Bool, ended: UnsafeContinuation<Void, Never>?)
}

/// The mailbox of the loop that makes transfers.
typealias CurlMailbox = CommandQueue<CurlCommand>

/// The queue of commands from any thread to a loop's thread.
final class CommandQueue<Command: Sendable>: Sendable {
  private struct State {
    var commands: [Command] = []
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
  func post(_ command: Command) -> CurlProblem? {
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
  func take(into commands: inout [Command]) {
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

  /// Closes the queue with a reason, and returns the commands that are left. Called by the loop.
  func close(_ problem: CurlProblem) -> [Command] {
    state.withLock { state in
      state.closedBy = problem
      defer { state.commands = [] }
      return state.commands
    }
  }
}
