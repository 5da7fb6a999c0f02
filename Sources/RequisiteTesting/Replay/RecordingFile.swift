/// Where a ``Recording`` is kept.
public struct RecordingFile: Sendable, Hashable {
  /// The file's place, absolute for a fixture.
  public let url: URL

  /// Names a file by its URL; it need not exist when recording.
  public init(_ url: URL) {
    self.url = url
  }

  /// A file named relative to the folder of the source that names it, as in `.fixture("Recordings/todos.json")`.
  public static func fixture(_ path: String, filePath: String = #filePath) -> RecordingFile {
    RecordingFile(URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent(path))
  }
}
