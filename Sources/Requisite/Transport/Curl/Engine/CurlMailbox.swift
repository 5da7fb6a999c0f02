#if os(Linux)
  import CRequisiteCurl

  /// A command for the loop's thread.
  enum CurlCommand: Sendable {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    /// The reader of a stream has taken what there was.
    case resumeReceiving(CurlTransfer)
    /// The next piece of a request's body: nil at its end. `pass` counts the times that it was begun.
    case supply(CurlTransfer, pass: Int, Result<Data?, CurlProblem>)
    /// Take nothing new; end when all transfers have, or at once, and say so.
    case stop(cancelling: Bool, ended: UnsafeContinuation<Void, Never>?)
  }

  /// The way from any thread to the loop's thread.
  final class CurlMailbox: Sendable {
    private struct State {
      var commands: [CurlCommand] = []
      var isSleeping = false
      var closedBy: CurlProblem?
    }

    private let state = Locked(State())
    /// An eventfd: written to where the loop sleeps, so that a busy loop costs its callers no system call.
    let wakeup: Int32

    init?() {
      wakeup = rq_eventfd_create()
      guard wakeup >= 0 else { return nil }
    }

    deinit { _ = Foundation.close(wakeup) }

    /// Leaves a command. Returns nil, or the reason why it will not be read: the loop has ended.
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

    /// Takes the commands, in their order; `commands` must be empty and lends its memory. For the loop.
    func take(into commands: inout [CurlCommand]) {
      state.withLock { state in
        state.isSleeping = false
        guard !state.commands.isEmpty else { return }
        swap(&state.commands, &commands)
      }
    }

    /// Whether there is nothing to do, so that the loop may sleep until it is woken. For the loop.
    func prepareToSleep() -> Bool {
      state.withLock { state in
        state.isSleeping = state.commands.isEmpty
        return state.isSleeping
      }
    }

    /// Takes no more commands and hands over those that are left. For the loop.
    func close(_ problem: CurlProblem) -> [CurlCommand] {
      state.withLock { state in
        state.closedBy = problem
        defer { state.commands = [] }
        return state.commands
      }
    }
  }
#endif
