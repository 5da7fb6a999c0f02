import Requisite
import RequisiteTesting
import Testing

@testable import TodoCommands

@Suite(.timeLimit(.minutes(1))) struct PlaceholderTests {
  private let server = "https://jsonplaceholder.typicode.com"

  @Test(
    "commands that write say that JSONPlaceholder forgets writes, and commands that read do not",
    .feature("F28"))
  func forgets() async throws {
    let todo = #"{"userId":1,"id":1,"title":"delectus","completed":true}"#
    let stub = StubTransport {
      On("/todos/1").respond(.data(json(todo), headers: [.contentType("application/json")]))
    }
    let changed = try await run("done", "1", "--server", server, over: stub)
    #expect(changed.text == "Done [x] 1  delectus")
    #expect(changed.notes.contains("forgets it: nothing has changed there"))
    #expect(stub.requests.map(\.method) == [.get, .patch])
  }

  @Test("deleting a todo that JSONPlaceholder does not have is an error", .feature("F28"))
  func missing() async throws {
    let stub = StubTransport { On(.get, "/todos/999").respond(status: 404) }
    let printed = try await run("delete", "999", "--server", server, over: stub)
    #expect(printed.status == 66)
    #expect(printed.notes == "Error: there is no todo 999")
  }

  @Test(
    "attaching a file where the server takes none says so, and not that the todo is missing", .feature("F28"))
  func attach() async throws {
    let stub = StubTransport {
      On(.post, "/todos/1/attachments").respond(status: 404)
      On(.get, "/todos/1").respond(
        .data(
          json(#"{"userId":1,"id":1,"title":"delectus","completed":true}"#),
          headers: [.contentType("application/json")]))
    }
    let printed = try await run("attach", #filePath, "--to", "1", "--server", server, over: stub)
    #expect(printed.status == 66)
    #expect(printed.notes == "Error: \(server) takes no files; `todos serve` does")
  }

  private func json(_ text: String) -> Data { Data(text.utf8) }
}
