import Foundation

/// The features that must be covered: the lines of `Tests/FEATURES.txt` that begin with an ID, as in `- **A1** One …`.
struct FeatureList {
  let ids: [String]

  init() throws {
    let file = Repository.root.appendingPathComponent("Tests/FEATURES.txt")
    ids = try String(contentsOf: file, encoding: .utf8)
      .matches(of: #/(?m)^- \*\*([A-F][0-9]+)\*\* /#).map { String($0.1) }
  }
}

/// Where the sources are.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below the folders that hold tests, but for what was built and the tests of this folder.
  static func testSources() -> [URL] {
    ["Tests", "Playground/Tests", "Playground/Integrations/Tests", ".ci"].flatMap {
      swiftFiles(below: root.appendingPathComponent($0))
    }
  }

  private static func swiftFiles(below folder: URL) -> [URL] {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return []
    }
    return files.compactMap { $0 as? URL }
      .filter { file in
        file.pathExtension == "swift" && !["/.build/", "/CoverageTests/"].contains { file.path.contains($0) }
      }
  }
}
