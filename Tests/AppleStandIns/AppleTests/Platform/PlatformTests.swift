import TestSupport
import Testing

@testable import Requisite

@Suite("Platform files")
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

  @Test("a task that begins as any task does, by an older toolchain", .feature("F29"))
  func olderToolchain() async {
    await confirmation { ran in await Task.startedInPlace { ran() }.value }
  }
}
