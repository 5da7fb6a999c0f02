import BuiltTool
import PlaceholderServer
import Testing

/// What a shell sees: standard output, standard error and the exit code.
@Suite(.serialized) struct ToolTests {
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
      (["lst"], 64, "“lst” is not a command"),
      (["add", " "], 64, "title is empty"),
      (["list", "--server", "nonsense"], 64, "neither http nor https"),
      (["watch"], 64, "--server is missing"),
      (["export", "--page-size", "0"], 64, "--page-size"),
      (["attach", "/nowhere", "--to", "1"], 64, "no file at /nowhere"),
      (["attach", "/", "--to", "1"], 64, "is a folder"),
      (["export", "--output", "/nowhere/todos.jsonl"], 73, "in the folder of /nowhere/todos.jsonl"),
      (["photos", "download", "--output", "/nowhere/photos.json"], 73, "/nowhere/photos.json"),
      (["show", "999"], 66, "Error: there is no todo 999"),
      (["list", "--server", "http://127.0.0.1:1"], 69, "127.0.0.1:1"),
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
