import TestSupport
import Testing

@testable import Requisite

@Suite("Platform files", .timeLimit(.minutes(1)))
struct PlatformTests {
  @Test("the time of a file's last change is read by Darwin's names", .feature("F29"))
  func fileStatus() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("x", Data("x".utf8))
    var status = stat()
    #expect(stat(url.path, &status) == 0)
    let expected = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    #expect(abs(status.changed - (expected?.timeIntervalSince1970 ?? 0)) < 1)
  }

  @Test("a file that must survive a crash is flushed from the memory of the drive", .feature("F29"))
  func flush() throws {
    let folder = try TemporaryFolder()
    let before = FullFlushes.count
    try PosixFile(creating: folder.url.appending(path: "a").path).synchronize()
    #expect(FullFlushes.count > before)
  }

  @Test(
    "a lock in the container of an app group does not outlive the time before a suspension", .feature("F29"))
  func suspension() async throws {
    let folder = try TemporaryFolder()
    let shared = folder.url.appending(path: "Containers/Shared/AppGroup/x").path
    try PosixFile.makeFolder(shared)
    let lock = try FileLock("\(shared)/lock")
    _ = try FileLock(folder.url.appending(path: "own").path)
    #expect(ExpiringActivities.count == 1)
    var other = try PosixFile(appendingTo: "\(shared)/lock")
    let wasFree = other.lock()
    ExpiringActivities.expire()
    let isFree = other.lock()
    #expect(!wasFree && isFree)
    other.unlock()
    lock.end()
    while ExpiringActivities.count > 0 { await Task.yield() }
  }
}
