import Foundation

/// An executable that runs as a process of its own.
public struct RunningTool {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let ended: AsyncStream<Int32>

  init(_ executable: URL, _ words: [String], environment: [String: String] = [:]) throws {
    process.executableURL = executable
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      continuation.yield($0.terminationStatus)
      continuation.finish()
    }
    self.ended = ended
    try process.run()
  }

  /// Sends what Control-C sends.
  public func interrupt() {
    process.interrupt()
  }

  /// Waits for the first text on standard error, and returns it. It is missing in the output of ``end()``.
  public func firstRemark() async -> String {
    let handle = errors.fileHandleForReading
    let chunks = AsyncStream<Data> { stream in
      handle.readabilityHandler = { stream.yield($0.availableData) }
    }
    let first = await chunks.first { _ in true }
    handle.readabilityHandler = nil
    return String(decoding: first ?? Data(), as: UTF8.self)
  }

  /// Waits for the end without holding a thread.
  ///
  /// The output is read when all is over: what these tools print fits into the buffer of a pipe.
  public func end() async -> BuiltTool {
    let status = await ended.first { _ in true } ?? -1
    return BuiltTool(status: status, output: text(of: output), errors: text(of: errors))
  }

  private func text(of pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
