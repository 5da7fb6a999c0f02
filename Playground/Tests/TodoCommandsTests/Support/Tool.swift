import Foundation
import Testing

/// The built executable, run as a process of its own.
struct Tool {
  let status: Int32
  let output: String
  let errors: String

  static func run(_ words: [String] = [], environment: [String: String] = [:]) async throws -> Tool {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    let executable = try #require(Self.executable)
    process.executableURL = executable
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    let status = try #require(try await finish(process))
    return Tool(status: status, output: text(of: output), errors: text(of: errors))
  }

  private static func text(of pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Beside the tests: their bundle on Apple's systems, their executable on Linux.
  private static var executable: URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places = bundles + CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) }
    return places.map { $0.deletingLastPathComponent().appendingPathComponent("todos") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
