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

  /// Starts the executable of that name, and returns while it runs.
  public static func start(_ name: String, _ words: [String] = []) throws -> RunningTool {
    try RunningTool(executable(name), words)
  }

  /// Runs any executable to its end.
  public static func run(
    _ executable: URL, _ words: [String], environment: [String: String] = [:]
  ) async throws -> BuiltTool {
    await (try RunningTool(executable, words, environment: environment)).end()
  }

  /// Beside the tests: their bundle on Apple's systems, their executable on Linux.
  public static func executable(_ name: String) throws -> URL {
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
