import PlaceholderServer

/// `swift run --package-path Playground/Integrations integrations`: runs the integrations named in its arguments, or all.
@main nonisolated enum Main {
  private static let programs: [(name: String, run: @Sendable (PlaceholderServer) async throws -> Void)] = [
    ("log", logCalls), ("metrics", countCalls), ("tracing", traceCalls), ("http-types", forward),
    ("hummingbird", composePage),
  ]

  static func main() async throws {
    let names = CommandLine.arguments.dropFirst()
    if let unknown = names.first(where: { name in !programs.contains { $0.name == name } }) {
      let known = programs.map(\.name).joined(separator: ", ")
      return print("There is no integration \(unknown). There are: \(known)")
    }
    try await PlaceholderServer.run { @Sendable server in
      for program in programs where names.isEmpty || names.contains(program.name) {
        print("\n\(program.name)")
        try await program.run(server)
      }
    }
  }
}
