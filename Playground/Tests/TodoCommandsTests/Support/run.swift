import ArgumentParser
import Requisite
import Testing

@testable import TodoCommands

/// Runs a command line as `main` would, and returns what it printed.
func run(
  _ words: String..., width: Int? = 80, isTerminal: Bool = false,
  over transport: any Transport = DefaultTransport.shared, clock: CallClock = .continuous
) async throws -> Transcript {
  try await run(words, width: width, isTerminal: isTerminal, over: transport, clock: clock)
}

/// Runs the words of a command line as `main` would, and returns what it printed.
func run(
  _ words: [String], width: Int? = 80, isTerminal: Bool = false,
  over transport: any Transport = DefaultTransport.shared, clock: CallClock = .continuous
) async throws -> Transcript {
  let transcript = Transcript()
  let command = try #require(try Todos.parseAsRoot(words) as? any TodoCommand)
  do {
    try await command.perform(
      on: transcript.console(width: width, isTerminal: isTerminal),
      by: Connection(transport: transport, clock: clock))
  } catch let code as ExitCode {
    transcript.status = code.rawValue
  }
  return transcript
}
