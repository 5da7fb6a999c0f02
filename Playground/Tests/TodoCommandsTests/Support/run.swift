import ArgumentParser
import Testing

@testable import TodoCommands

/// Runs a command line as `main` would, and returns what it printed.
func run(_ words: String..., width: Int? = 80) async throws -> Transcript {
  let transcript = Transcript()
  let command = try #require(try Todos.parseAsRoot(words) as? any TodoCommand)
  try await command.perform(on: transcript.console(width: width))
  return transcript
}
