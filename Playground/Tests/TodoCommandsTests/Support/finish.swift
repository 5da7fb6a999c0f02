import Foundation

/// Starts the process and waits for its end, without holding a thread.
@discardableResult
func finish(_ process: Process) async throws -> Int32? {
  let ended = AsyncStream<Int32> { stream in
    process.terminationHandler = {
      stream.yield($0.terminationStatus)
      stream.finish()
    }
  }
  try process.run()
  var statuses = ended.makeAsyncIterator()
  return await statuses.next()
}
