/// A small program that shows how one kind of service is called.
public struct Example: Sendable {
  /// The name of the example on the command line.
  public let name: String
  /// The subject of the example, in one line.
  public let summary: String
  /// Runs the program against a server at `baseURL`, and hands each line of its output to `print`.
  public let run:
    @Sendable (_ baseURL: String, _ print: @escaping @Sendable (String) -> Void) async throws -> Void

  /// The examples that run against an `ExampleServer`.
  public static let all: [Example] = [
    Example(name: "github", summary: "A client of GitHub: pages, a token, typed failures", run: runGitHub),
    Example(name: "oauth", summary: "Client credentials; a token that is rejected is renewed", run: runOAuth),
    Example(name: "uploads", summary: "A form and a file, with progress", run: runUploads),
    Example(name: "chat", summary: "A language model's response as it comes", run: runChat),
    Example(
      name: "resume", summary: "A download that resumes after its connection broke", run: runResumedDownload),
    Example(name: "graphql", summary: "A query with variables, and errors with status 200", run: runGraphQL),
    Example(name: "dashboard", summary: "Three services at once, within one deadline", run: runDashboard),
    Example(name: "cache", summary: "A cache on disk, for the next run too", run: runDiskCache),
    Example(name: "file", summary: "A file as the body", run: runFileBody),
    Example(name: "form", summary: "A form of several parts, as an endpoint", run: runMultipart),
    Example(name: "breaker", summary: "A service that fails is left alone", run: runBreaker),
    Example(name: "timeline", summary: "The waterfalls of a call and of a hit", run: runTimeline),
    Example(name: "bearer", summary: "A token for one origin, and a 422", run: runBearer),
  ]

  /// The examples that run against a `PlaceholderServer`.
  public static let todos: [Example] = [
    Example(
      name: "endpoints", summary: "An API in one place, by leading dots or as one enum", run: runEndpoints),
    Example(
      name: "tutorial", summary: "The names of a well-known tutorial: Request, NetworkDispatcher, APIClient",
      run: runTutorial),
    Example(name: "limits", summary: "Four calls at a time, at a rate", run: runLimits),
    Example(name: "patch", summary: "A PATCH: what is missing stays, what is null goes", run: runPatch),
    Example(name: "missing", summary: "A 404 as nil", run: runMissing),
  ]
}
