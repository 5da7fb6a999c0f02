import Foundation

/// An executable of this package, run as a process of its own.
public struct BuiltTool: Sendable {
  public let status: Int32
  public let output: String
  public let errors: String

  /// Runs the executable of that name to its end.
  public static func run(
    _ name: String, _ words: [String] = [], environment: [String: String] = [:]
  ) async throws -> BuiltTool {
    try await run(executable(name), words, environment: environment)
  }

  /// Runs any executable to its end.
  public static func run(
    _ executable: URL, _ words: [String], environment: [String: String] = [:]
  ) async throws -> BuiltTool {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = executable
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    let status = try await end(of: process)
    return BuiltTool(status: status, output: text(of: output), errors: text(of: errors))
  }

  /// Waits without holding a thread.
  private static func end(of process: Process) async throws -> Int32 {
    let ended = AsyncStream<Int32> { stream in
      process.terminationHandler = {
        stream.yield($0.terminationStatus)
        stream.finish()
      }
    }
    try process.run()
    return await ended.first { _ in true } ?? -1
  }

  /// The output is read when all is over: what these tools print fits into the buffer of a pipe.
  private static func text(of pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Beside the tests: their bundle on Apple's systems, their executable on Linux.
  private static func executable(_ name: String) throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places = bundles + CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    let candidates = places.map { $0.deletingLastPathComponent().appendingPathComponent(name) }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return found
  }
}
