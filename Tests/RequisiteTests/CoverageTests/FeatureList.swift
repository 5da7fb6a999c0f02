import Foundation

/// The features that must be covered: the lines of `Tests/FEATURES.txt`.
struct FeatureList {
  let ids: [String]

  init() throws {
    let file = Repository.root.appendingPathComponent("Tests/FEATURES.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    ids = lines.filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != " " }) }
  }
}

/// Where the sources are.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below the folders that hold tests, but for what was built and the tests of this folder.
  static func testSources() -> [URL] {
    ["Tests", "Playground/Tests", ".ci"].flatMap { swiftFiles(below: root.appendingPathComponent($0)) }
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
