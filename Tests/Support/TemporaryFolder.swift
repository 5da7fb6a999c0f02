import Foundation

/// A folder for one test, which is removed with its content when it is no longer referenced.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("requisite-\(UUID().uuidString)")
    // Whatever the umask, because the library refuses a folder that others can write.
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { remove() }

  /// Writes a file into it, which only its owner can read.
  public func file(_ name: String, _ bytes: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try bytes.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return file
  }

  /// The names in it, sorted, hidden ones included.
  public func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Removes it, unless a test has done so.
  func remove() {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
  }
}
