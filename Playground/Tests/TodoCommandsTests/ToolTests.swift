import BuiltTool
import Foundation
import PlaceholderServer
import Testing

/// What a shell sees: standard output, standard error and the exit code.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ToolTests {
  @Test("without a subcommand, the overview is printed", .feature("E20"))
  func overview() async throws {
    let tool = try await BuiltTool.run("todos")
    #expect(tool.status == 0)
    #expect(tool.output.contains("Plant the tulips"))
    #expect(tool.output.contains("10 of 123 open todos"))
    #expect(tool.errors.contains("Embedded server at http://127.0.0.1:"))
  }

  @Test("Without a terminal, there are no colours")
  func plain() async throws {
    let tool = try await BuiltTool.run("todos", ["list"], environment: ["TERM": "xterm"])
    #expect(!(tool.output + tool.errors).contains("\u{1B}"))
  }

  @Test(
    "The exit code is that of the error",
    arguments: [
      (["list", "--page", "0"], 64, "--page must be at least 1"),
      (["list", "--sort", "-size"], 64, "“size” is not a sort key"),
      (["list", "--open", "--done"], 64, "--open"),
      (["show", "seven"], 64, "seven"),
      (["lst"], 64, "Did you mean “list”?"),
      (["list", "--timeout", "0"], 64, "--timeout"),
      (["list", "--retries", "-1"], 64, "--retries"),
      (["add", " "], 64, "title is empty"),
      (["list", "--server", "nonsense"], 64, "neither http nor https"),
      (["list", "--server", "htp://x"], 64, "--server: the base URL “htp://x” is neither http nor https"),
      (["watch"], 64, "--server is missing"),
      (["export", "--page-size", "0"], 64, "--page-size"),
      (["attach", "/nowhere", "--to", "1"], 64, "no file at /nowhere"),
      (["attach", "/", "--to", "1"], 64, "is a folder"),
      (["export", "--output", "/nowhere/todos.jsonl"], 73, "in the folder of /nowhere/todos.jsonl"),
      (["photos", "download", "--output", "/nowhere/photos.json"], 73, "/nowhere/photos.json"),
      (["show", "999"], 66, "Error: there is no todo 999"),
      (["list", "--server", "http://127.0.0.1:1"], 69, "127.0.0.1:1"),
      // Options may come before the command.
      (["--server", "http://127.0.0.1:1", "list"], 69, "127.0.0.1:1"),
      (["--timeout", "3", "show", "999"], 66, "Error: there is no todo 999"),
    ])
  func failures(words: [String], status: Int32, message: String) async throws {
    let tool = try await BuiltTool.run("todos", words)
    #expect(tool.status == status)
    #expect(tool.output.isEmpty)
    #expect(tool.errors.contains(message))
  }

  @Test(
    "A word or option that does not exist is reported in one line, with whatever follows it",
    arguments: [["lst"], ["lst", "--help"], ["lst", "--user", "2"], ["--json", "lst"], ["--nope"]])
  func unknown(words: [String]) async throws {
    let tool = try await BuiltTool.run("todos", words)
    #expect(tool.status == 64)
    #expect(tool.output.isEmpty)
    let lines = tool.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.hasPrefix("Error: “") && $0.contains("`todos --help`") && $0.count <= 80 })
  }

  @Test(
    "Results that cannot be written are an error",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["list", "export", "users --json"])
  func full(command: String) async throws {
    let tool = try BuiltTool.executable("todos").path
    let shell = URL(fileURLWithPath: "/bin/sh")
    let end = try await BuiltTool.run(shell, ["-c", "'\(tool)' \(command) > /dev/full"])
    #expect(end.status == 73)
    #expect(end.errors.contains("Error: the output cannot be written"))
  }

  @Test(
    "the version is printed, and the help of the overview",
    arguments: [["--version"], ["overview", "--help"]])
  func informs(words: [String]) async throws {
    let tool = try await BuiltTool.run("todos", words)
    #expect(tool.status == 0)
    #expect(tool.output.contains(words.count == 1 ? "0.1.0" : "--timeline"))
  }

  @Test("A second run is answered by the cache of the first, as far as the server allows it")
  func cache() async throws {
    try await withFolder { folder in
      try await PlaceholderServer.run { server in
        let words = ["list", "--timeline", "--server", server.baseURL.absoluteString]
        let environment = ["XDG_CACHE_HOME": folder.path]
        let first = try await BuiltTool.run("todos", words, environment: environment)
        let second = try await BuiltTool.run("todos", words, environment: environment)
        #expect(first.errors.matches(of: /cache +miss/).count == 2)
        #expect(second.errors.matches(of: /cache +(hit|revalidated)/).count == 2)
        #expect(first.output == second.output)
        let third = try await BuiltTool.run("todos", words + ["--no-cache"], environment: environment)
        #expect(third.errors.matches(of: /transport +200/).count == 2)
      }
    }
  }

  @Test("A command sees the changes of an earlier command")
  func server() async throws {
    try await PlaceholderServer.run { server in
      let url = server.baseURL.absoluteString
      let added = try await BuiltTool.run("todos", ["add", "Sow the cress", "--user", "4", "--server", url])
      #expect(added.output == "Added [ ] 201  Sow the cress\n")
      #expect(added.errors.isEmpty)
      let shown = try await BuiltTool.run("todos", ["show", "201", "--server", url])
      #expect(shown.output.contains("Adaeze Obi (4)"))
    }
  }
}
