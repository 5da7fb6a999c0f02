import Foundation
import PlaceholderServer
import RequisiteTesting
import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct FileTests {
  @Test("todos are exported page by page, one per line", .feature("F28"))
  func export() async throws {
    let printed = try await run("export", "--page-size", "30")
    let lines = printed.text.split(separator: "\n")
    #expect(lines.count == 200)
    #expect(lines.first?.hasPrefix(#"{"completed":true,"id":1,"title":""#) == true)
  }

  @Test("an export to a file shows its progress on a terminal, and the file is complete", .feature("F28"))
  func exportToFile() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("all.jsonl").path
      let printed = try await run("export", "--output", path, "--page-size", "100", isTerminal: true)
      #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 200)
      // On a busy machine a line may say before that a page is waited for.
      #expect(printed.lines.filter { $0?.contains("Waiting") == false }.count == 2)
      #expect(printed.lines.last == .some(nil))
      #expect(try folder.names == ["all.jsonl"])
      #expect(try await run("export", "--output", path).status == 73)
      #expect(try await run("export", "--output", path, "--page-size", "70", "--force").status == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 200)
      #expect(try folder.names == ["all.jsonl"])
    }
  }

  @Test("An export that fails leaves no file")
  func exportFails() async throws {
    try await withFolder { folder in
      let pages = StubTransport {
        On(.get, "/todos").respond(
          .json([Int](), headers: ["Link": "</todos?_page=2>; rel=\"next\""]), .status(500))
      }
      let path = folder.appendingPathComponent("all.jsonl").path
      let printed = try await run(
        "export", "--output", path, "--server", "https://api.example.com", over: pages)
      #expect(printed.status == 70)
      #expect(try folder.names.isEmpty)
    }
  }

  @Test("photos are saved with a progress bar, and never replace a file", .feature("F28"))
  func photos() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("photos.json").path
      let words = ["photos", "download", "--album", "2", "--output", path]
      let printed = try await run(words, isTerminal: true)
      #expect(printed.lines.contains { $0?.contains("100 %") == true })
      #expect(printed.text.hasPrefix("Saved "))
      #expect(try await run(words).status == 73)
      #expect(try folder.names == ["photos.json"])
    }
  }

  @Test("a file is attached with a progress bar, and the server receives all of its bytes", .feature("F28"))
  func attach() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("plan.bin")
      try Data(repeating: 7, count: 1_000_000).write(to: file)
      let printed = try await run("attach", file.path, "--to", "7", isTerminal: true)
      #expect(printed.text == "Attached plan.bin (1.0 MB) to todo 7")
      #expect(printed.lines.contains { $0?.contains("100 %") == true })
      let missing = try await run("attach", file.path, "--to", "999")
      #expect(missing.notes.hasSuffix("there is no todo 999"))
    }
  }

  @Test("the exchanges of a command are written as a HAR file, which a test can replay", .feature("F33"))
  func har() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("list.har")
      let words = ["list", "--limit", "3", "--har", file.path]
      let printed = try await run(words)
      let recording = try Recording(har: RecordingFile(file))
      #expect(recording.exchanges.map(\.response.status) == [200, 200])
      let server = try #require(
        recording.exchanges.first?.request.url.firstMatch(of: /http:..[0-9.]+:[0-9]+/))
      let again = try await run(
        "list", "--limit", "3", "--server", String(server.0), over: ReplayTransport(recording))
      #expect(again.text == printed.text)
      #expect(try await run("list", "--har", "/nowhere/list.har").status == 73)
    }
  }

  @Test("A file that is larger than the server takes is refused with a 413")
  func largeAttachment() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("film.bin")
      try Data(count: 40_000_000).write(to: file)
      let printed = try await run("attach", file.path, "--to", "7")
      #expect(printed.status == 65)
      #expect(printed.notes.contains("413 Content Too Large"))
    }
  }
}
