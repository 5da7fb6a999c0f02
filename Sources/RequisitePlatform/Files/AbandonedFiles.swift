/// The partial files that killed processes have left beside a place.
///
/// A process that writes a partial file has locked it, so a file that no process has locked is abandoned. It stays for a
/// minute, because a process locks its file a moment after it has created it, and unlocks it a moment before it moves it.
package enum AbandonedFiles {
  private static let age: TimeInterval = 60
  /// The folders that were searched. Not more than 64 are remembered, because a server may create many.
  private static let searched = Locked<Set<String>>([])

  /// Removes them, unless this process has done so before: a folder may have so many files that reading it takes long.
  package static func removeOnce(beside place: String) {
    let folder = folder(of: place)
    let isFirst = searched.withLock { searched in
      if searched.count >= 64 { searched.removeAll() }
      return searched.insert(folder).inserted
    }
    guard isFirst else { return }
    // What cannot be removed stays.
    do throws(FileFailure) { try remove(beside: place) } catch {}
  }

  /// Removes them. A folder that cannot be read is left as it is: it may still be written, which reports its own failure.
  package static func remove(beside place: String) throws(FileFailure) {
    let folder = folder(of: place)
    let names: [String]
    do throws(FileFailure) { names = try PosixFile.names(inFolder: folder) } catch { return }
    for name in names where PosixFile.isPartialName(name) { try remove(at: "\(folder)/\(name)") }
  }

  /// Removes one file if it is abandoned and belongs to this user. Returns true if it did.
  @discardableResult
  package static func remove(at path: String) throws(FileFailure) -> Bool {
    guard let status = PosixFile.status(of: path), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(),
      Date().timeIntervalSince1970 - status.changed > age, var file = try PosixFile(readingIfPresent: path)
    else { return false }
    // On a file system without locks, no file is known to be abandoned.
    guard file.lock(), file.isLocked else { return false }
    try PosixFile.remove(path)
    return true
  }

  private static func folder(of place: String) -> String {
    URL(fileURLWithPath: place).deletingLastPathComponent().path
  }
}
