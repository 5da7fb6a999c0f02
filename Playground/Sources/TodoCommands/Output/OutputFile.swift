import Foundation

/// A file that appears when it is complete: until then it is written beside its place, under a name of its own.
final class OutputFile {
  private let place: URL
  private let partial: URL
  private let handle: FileHandle

  /// Opens the file.
  ///
  /// - Throws: A ``Failure`` where there is a file already, or none can be written.
  init(_ path: String) throws {
    place = URL(fileURLWithPath: path)
    partial = place.deletingLastPathComponent().appendingPathComponent(
      ".\(place.lastPathComponent).\(UUID().uuidString).partial")
    try Self.checkIsFree(place)
    guard FileManager.default.createFile(atPath: partial.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial.path)
    else { throw Failure("no file can be written in the folder of \(path)", .cannotWrite) }
    self.handle = handle
  }

  static func checkIsFree(_ place: URL) throws {
    guard !FileManager.default.fileExists(atPath: place.path) else {
      throw Failure("--output: there is a file at \(place.relativePath) already", .cannotWrite)
    }
  }

  func write(_ data: Data) throws {
    do { try handle.write(contentsOf: data) } catch {
      throw Failure("\(place.relativePath) cannot be written: \(error.localizedDescription)", .cannotWrite)
    }
  }

  /// Puts the file in its place.
  func finish() throws {
    try handle.close()
    try Self.checkIsFree(place)
    try FileManager.default.moveItem(at: partial, to: place)
  }

  /// Deletes the partial file.
  func discard() {
    do {
      try handle.close()
      try FileManager.default.removeItem(at: partial)
    } catch {
      FileHandle.standardError.write(
        Data("left behind: \(partial.path): \(error.localizedDescription)\n".utf8))
    }
  }
}
