import Dispatch
import Foundation

/// Handles Control-C and SIGTERM: cancels the work, so that it can delete incomplete files.
public enum Interruption {
  /// Runs `work`, and cancels it at the first signal. A second signal ends the process at once.
  public static func cancelling(_ work: @escaping @Sendable () async -> Void) async {
    let task = Task { await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)  // only an ignored signal reaches a source without ending the process
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        task.cancel()
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    await task.value
  }
}
