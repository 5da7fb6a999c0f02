import RequisitePlatform
import RequisiteTesting
import TestSupport

@testable import Requisite

/// An object that lives as long as any task of a scenario.
private final class Witness: Sendable {
  @TaskLocal static var current: Witness?
}

extension Scenario {
  /// Plays the scenario on the thread of the caller. Returns what is wrong with what happened; nil if nothing is.
  func violation() -> Violation? {
    var random = SeededGenerator(seed: seed)
    let isShuffled = isShuffled
    let thread = JobThread(limit: 100_000) { isShuffled ? random.index(below: $0) : 0 }
    var witness = Witness() as Witness?
    let weak = Weak(witness)
    let found = BlockingQueue.$runsInPlace.withValue(true) {
      Witness.$current.withValue(witness) { World(self).violation(on: thread) }
    }
    witness = nil
    if let found { return found }
    return weak.value == nil ? nil : Violation(.tasksLeft, "a task has not ended")
  }
}

extension World {
  fileprivate func violation(on thread: JobThread) -> Violation? {
    guard play(thread, begin) else { return Violation(.endless, "the tasks do not come to rest") }
    if let found = earlyViolation() { return found }
    let count = results.withLock { $0.count }
    guard play(thread, probe) else {
      return Violation(.endless, "the tasks of the last calls do not come to rest")
    }
    return violation() ?? violation(ofProbesFrom: count)
  }

  /// Runs tasks until none is left that can go on, and moves the clock whenever all of them wait.
  private func play(_ thread: JobThread, _ begin: () -> Void) -> Bool {
    thread.run(begin) {
      guard clock.sleeperCount > 0 else { return false }
      clock.advanceToNextDeadline()
      return true
    }
  }

  private func begin() {
    for step in scenario.steps { start(step) }
  }

  private func start(_ step: Step) {
    let task = Task {
      await pause(step.at)
      switch step.kind {
      case .call(let call): await perform(call)
      case .login(let user): await logIn(user)
      case .logout: await logIn("")
      case .clearCaches:
        memory.removeAll()
        await slow.removeAll()
      }
    }
    guard case .call(let call) = step.kind, let time = call.cancelledAfter else { return }
    Task {
      await pause(step.at + time)
      task.cancel()
    }
  }

  /// Waits, but not if the task is cancelled.
  private func pause(_ seconds: Int) async {
    do { try await callClock.sleep(for: .seconds(seconds)) } catch {}
  }

  private func logIn(_ user: String) async {
    await session.become(user) {
      setCookie(of: user)
      do {
        if user.isEmpty { try await bearer.logOut() } else { try await bearer.logIn(token(of: user)) }
      } catch { texts.add("\(error)") }
    }
  }

  /// Makes two calls with each stack long after all others, while the server is well: a place, a trial or a flight that was
  /// left behind fails them.
  private func probe() {
    server.recover()
    Task {
      await logIn("bob")
      await pause(10_000)
      for stack in scenario.stacks.indices {
        for resource in 0..<2 {
          var call = Call()
          (call.stack, call.resource) = (stack, resource)
          await perform(call)
        }
      }
    }
  }
}
