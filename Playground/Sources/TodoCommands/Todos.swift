import ArgumentParser

/// The command line tool: `todos list --user 2 --open`.
public struct Todos: AsyncParsableCommand {
  /// The name, help text and subcommands of the tool.
  public static let configuration = CommandConfiguration(
    commandName: "todos",
    abstract: "A todo list, on any server with the API of JSONPlaceholder.",
    discussion: """
      Without --server each command starts a server of its own on this machine, with generated todos; \
      what it changes there is gone when it ends. `todos serve` keeps one running. The public test \
      server is --server https://jsonplaceholder.typicode.com: it answers writes and forgets them.

      Responses of --server are stored for the next run, as the server allows it. `todos serve --flaky` \
      and `todos serve --delay 2` are bad servers, to see what --retries, --timeout and --timeline do.

      Exit codes: 0 done, 64 wrong usage, 65 refused by the server, 66 not found, 69 no response, \
      70 the server failed, 73 a file cannot be written, 76 a response that cannot be read, \
      77 not allowed, 130 stopped by Control-C.
      """,
    version: "0.1.0",
    subcommands: [
      ListCommand.self, ShowCommand.self, AddCommand.self, DoneCommand.self, RenameCommand.self,
      DeleteCommand.self, ExportCommand.self, WatchCommand.self, AttachCommand.self, PhotosCommand.self,
      UsersCommand.self, ServeCommand.self, OverviewCommand.self,
    ],
    defaultSubcommand: OverviewCommand.self
  )

  /// Makes the command.
  public init() {}
}
