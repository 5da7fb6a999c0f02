import Foundation
import Testing

@Suite("The guides for contributors")
struct ContributingTests {
  @Test("every file and command that they name exists", arguments: ["CONTRIBUTING.md", "Sources/README.md"])
  func files(page: String) throws {
    let guide = try String(contentsOf: Repository.root.appendingPathComponent(page), encoding: .utf8)
    let paths = guide.matches(of: #/`((?:Sources|Tests|\.ci)/[A-Za-z0-9+/._-]+)/#).map { String($0.1) }
    #expect(paths.count >= 15)
    for path in paths {
      let file = Repository.root.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path) is not there")
    }
  }
}
