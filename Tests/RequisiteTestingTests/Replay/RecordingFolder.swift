import RequisiteTesting

/// A folder that is there for one test, and a file in it.
struct RecordingFolder: ~Copyable {
  let url: URL
  var file: RecordingFile { RecordingFile(url.appendingPathComponent("deep/recording.json")) }
  var text: String { get throws { try String(contentsOf: file.url, encoding: .utf8) } }

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("requisite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent("deep"), withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path)") }
  }
}
