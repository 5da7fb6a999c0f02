import ExampleServer
import Examples
import Foundation
import PlaceholderServer

/// `swift run --package-path Playground examples`: runs the examples named in its arguments, or all.
@main nonisolated enum Main {
  static func main() async throws {
    let names = CommandLine.arguments.dropFirst()
    let unknown = names.filter { name in !(Example.all + Example.todos).contains { $0.name == name } }
    guard unknown.isEmpty else { help(unknown) }
    let isChosen: @Sendable (Example) -> Bool = { names.isEmpty || names.contains($0.name) }
    try await ExampleServer.run { @Sendable server in
      for example in Example.all where isChosen(example) { try await run(example, at: server.baseURL) }
    }
    try await PlaceholderServer.run { @Sendable server in
      for example in Example.todos where isChosen(example) {
        try await run(example, at: server.baseURL.absoluteString)
      }
    }
  }

  private static func run(_ example: Example, at baseURL: String) async throws {
    print("\n\(example.name): \(example.summary)")
    try await example.run(baseURL) { print("  \($0)") }
  }

  private static func help(_ unknown: [String]) -> Never {
    let all = (Example.all + Example.todos).map { "  \($0.name): \($0.summary)\n" }
    let text = "There is no example \(unknown.joined(separator: ", ")). There are:\n\(all.joined())"
    FileHandle.standardError.write(Data(text.utf8))
    exit(EX_USAGE)
  }
}
