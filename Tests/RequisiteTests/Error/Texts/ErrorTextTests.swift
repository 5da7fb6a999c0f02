import Foundation
import Testing

@Suite("Texts of errors", .timeLimit(.minutes(1)))
struct ErrorTextTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../ERRORS.txt").standardized

  @Test(
    "errors say what is wrong, where, and what to do; REQUISITE_WRITE_ERRORS writes the file that holds them",
    .feature("E10", "F35"))
  func texts() async throws {
    var lines: [String] = []
    for error in ErrorText.all { lines.append("\(error.name)\n  \(await error.text())\n") }
    let text = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["REQUISITE_WRITE_ERRORS"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      let known = try String(contentsOf: Self.file, encoding: .utf8)
      for (new, old) in zip(lines, known.components(separatedBy: "\n\n")) {
        #expect(new.trimmingCharacters(in: .newlines) == old.trimmingCharacters(in: .newlines))
      }
      // The last ones quote libcurl, and are left out with another version of it.
      #expect(text == known || ErrorText.curl.isEmpty && known.hasPrefix(text))
    }
  }

  @Test("there are at least 45 errors, each with its own name and text")
  func count() async throws {
    let texts = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n\n")
    #expect(texts.count >= 45)
    #expect(Set(ErrorText.all.map(\.name)).count == ErrorText.all.count)
    #expect(!texts.contains { $0.contains("no error") || $0.contains("StubFailure") })
  }
}
