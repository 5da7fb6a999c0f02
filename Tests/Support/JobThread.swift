import CTestSupport
import Foundation

/// One thread for all tasks of a test: it runs one job at a time, so that a seed decides the order of everything, and the test
/// sees when no task can go on.
///
/// Tasks that begin on the thread stay there. Work on threads of other kinds, such as a queue of Dispatch, must not be
/// awaited in them.
public final class JobThread {
  private var jobs: [UnsafeMutableRawPointer] = []
  private let pick: (Int) -> Int
  private let limit: Int
  /// The number of jobs that ran.
  public private(set) var count = 0

  /// - Parameters:
  ///   - limit: The number of jobs after which ``run(whenIdle:)`` gives up.
  ///   - pick: Returns the index of the next job, of so many that wait.
  public init(limit: Int, pick: @escaping (Int) -> Int) {
    (self.limit, self.pick) = (limit, pick)
  }

  /// Calls `begin`, which starts tasks, and runs them until none can go on and `whenIdle`, which may wake some, returns false.
  /// Returns false if that takes more jobs than the limit.
  public func run(_ begin: () -> Void, whenIdle: () -> Bool) -> Bool {
    test_jobs_route(Unmanaged.passUnretained(self).toOpaque()) { context, job in
      guard let context, let job else { return }
      Unmanaged<JobThread>.fromOpaque(context).takeUnretainedValue().jobs.append(job)
    }
    defer { test_jobs_route(nil, nil) }
    begin()
    repeat {
      while !jobs.isEmpty {
        count += 1
        guard count <= limit else { return false }
        test_jobs_run(jobs.remove(at: pick(jobs.count)))
      }
    } while whenIdle()
    return true
  }

  /// Runs `work` on a new thread, and waits for its result.
  public static func detached<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}
