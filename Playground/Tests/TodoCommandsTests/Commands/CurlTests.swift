import BuiltTool
import Foundation
import PlaceholderServer
import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct CurlTests {
  @Test("A request is printed as a command, quoted for a shell, and nothing is sent")
  func text() async throws {
    let printed = try await run(
      "rename", "7", #"It's "$HOME" \ é"#, "--curl", "--server", "http://127.0.0.1:1")
    #expect(
      printed.text == #"""
        curl --globoff --path-as-is -X 'PATCH' 'http://127.0.0.1:1/todos/7' \
          -H 'Accept: application/json' \
          -H 'Content-Type: application/json' \
          --data-binary '{"title":"It'\''s \"$HOME\" \\ é"}'
        """#)
  }

  @Test("Without a server the command goes to JSONPlaceholder")
  func placeholder() async throws {
    let printed = try await run("list", "--search", "a+b", "--curl")
    #expect(printed.text.contains("'https://jsonplaceholder.typicode.com/todos?q=a%2Bb&_page=1&_limit=20'"))
  }

  @Test("A shell that runs the command receives the response")
  func shell() async throws {
    try await PlaceholderServer.run { server in
      let url = server.baseURL.absoluteString
      let command = try await run("rename", "7", "It's $HOME", "--curl", "--server", url).text
      let shell = URL(fileURLWithPath: "/bin/sh")
      let answer = try await BuiltTool.run(shell, ["-c", command + " --silent"]).output
      #expect(answer.contains(#""title": "It's $HOME""#))
    }
  }
}
