import Foundation

/// A file that appears when it is complete. Until then, its bytes are in a hidden file in the same folder.
final class OutputFile {
  private let place: URL
  private let partial: URL
  private let handle: FileHandle
  private let isReplacing: Bool

  /// Creates the partial file.
  ///
  /// - Parameter isReplacing: True if a file that exists already is replaced when the new one is complete.
  /// - Throws: A ``Failure`` if the file exists already, or the folder is not writable.
  init(_ path: String, replacing isReplacing: Bool = false) throws {
    self.isReplacing = isReplacing
    place = URL(fileURLWithPath: path)
    partial = place.deletingLastPathComponent().appendingPathComponent(
      ".\(place.lastPathComponent).\(UUID().uuidString).partial")
    if !isReplacing { try Self.checkIsFree(place, orElse: "; --force replaces it") }
    guard FileManager.default.createFile(atPath: partial.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial.path)
    else { throw Failure("no file can be written in the folder of \(path)", .cannotWrite) }
    self.handle = handle
  }

  /// - Parameter remedy: What else to do about a file that exists already.
  static func checkIsFree(_ place: URL, orElse remedy: String = "") throws {
    guard !FileManager.default.fileExists(atPath: place.path) else {
      throw Failure("--output: there is a file at \(place.relativePath) already\(remedy)", .cannotWrite)
    }
  }

  func write(_ data: Data) throws {
    do { try handle.write(contentsOf: data) } catch {
      throw Failure("\(place.relativePath) cannot be written: \(error.localizedDescription)", .cannotWrite)
    }
  }

  /// Moves the complete file to its place.
  func finish() throws {
    try handle.close()
    if !isReplacing { try Self.checkIsFree(place, orElse: "; --force replaces it") }
    // `rename` replaces in one step; FileManager's functions for that lose the file on Linux.
    guard rename(partial.path, place.path) == 0 else {
      throw Failure(
        "\(place.relativePath) cannot be written: \(String(cString: strerror(errno)))", .cannotWrite)
    }
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
