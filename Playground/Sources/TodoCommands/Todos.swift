import ArgumentParser

/// The command line tool: `todos list --user 2 --open`.
public struct Todos: AsyncParsableCommand {
  /// What `todos --help` says.
  public static let configuration = CommandConfiguration(
    commandName: "todos",
    abstract: "Things to do, on any server that speaks as JSONPlaceholder does.",
    discussion: """
      Without --server each command starts a server of its own on this machine, with generated todos; \
      what it changes there is gone when it ends. `todos serve` keeps one running.

      Exit codes: 0 done, 64 wrong usage, 65 refused by the server, 66 not found, 69 no answer, \
      70 the server failed, 76 an answer that makes no sense, 77 not allowed.
      """,
    subcommands: [
      ListCommand.self, ShowCommand.self, AddCommand.self, DoneCommand.self, RenameCommand.self,
      DeleteCommand.self, UsersCommand.self, ServeCommand.self, OverviewCommand.self,
    ],
    defaultSubcommand: OverviewCommand.self
  )

  /// Makes the command.
  public init() {}
}
