/// The conditions of `#if` that hold where CI runs a test. A condition that is not listed does not hold.
struct CompilationConditions {
  let holding: Set<String>

  /// The tests of the library and of Playground, which CI runs on Linux in a debug build.
  static let linux = CompilationConditions(holding: [
    "os(Linux)", "canImport(FoundationNetworking)", "FoundationNetworking", "DEBUG",
  ])
  /// The tests that CI runs against the stand-ins for Apple's frameworks.
  static let appleStandIns = CompilationConditions(
    holding: [
      "canImport(Combine)", "canImport(SwiftUI)", "FoundationNetworking", "REQUISITE_STAND_INS", "DEBUG",
    ])

  /// The lines of a source file that are compiled.
  func compiledPart(of text: String) -> String {
    var branches: [(isCompiled: Bool, isDecided: Bool)] = []
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("#if ") {
        let holds = holds(words.dropFirst(4))
        branches.append((holds, holds))
      } else if words.hasPrefix("#elseif "), let last = branches.popLast() {
        let holds = !last.isDecided && holds(words.dropFirst(8))
        branches.append((holds, last.isDecided || holds))
      } else if words.hasPrefix("#else"), let last = branches.popLast() {
        branches.append((!last.isDecided, true))
      } else if words.hasPrefix("#endif") {
        _ = branches.popLast()
      } else if branches.allSatisfy(\.isCompiled) {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a condition without brackets around its parts holds, as in `os(Linux) || !DEBUG`.
  private func holds(_ condition: Substring) -> Bool {
    condition.split(separator: " || ").contains { alternative in
      alternative.split(separator: " && ").allSatisfy { part in
        let name = part.drop { $0 == "!" }
        return holding.contains(String(name)) != part.hasPrefix("!")
      }
    }
  }
}
