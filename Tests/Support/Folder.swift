import Foundation

/// A temporary folder that is removed with its content when it is no longer referenced.
public final class Folder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("requisite-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // The folder may have been removed already.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }

  /// The names in it, sorted, hidden ones included.
  public func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
