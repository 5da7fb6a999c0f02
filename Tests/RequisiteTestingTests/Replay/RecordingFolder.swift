import RequisiteTesting
import TestSupport

/// A folder that is there for one test, and a file in it.
struct RecordingFolder {
  private let folder: TemporaryFolder
  var url: URL { folder.url }
  var file: RecordingFile { RecordingFile(url.appendingPathComponent("deep/recording.json")) }
  var text: String { get throws { try String(contentsOf: file.url, encoding: .utf8) } }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: file.url.deletingLastPathComponent(), withIntermediateDirectories: false)
  }
}
