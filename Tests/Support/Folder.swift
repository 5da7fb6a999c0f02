import Foundation

/// A temporary folder that is removed with everything in it when nobody holds it any more.
public final class Folder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("requisite-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that is gone already is what is wanted.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }

  /// The names in it, sorted, hidden ones included.
  public func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
