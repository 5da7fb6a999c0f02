import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct AttachmentTests {
  private let type = "multipart/form-data; boundary=b"

  @Test("The server keeps the name, type and size of an attached file, and drops its bytes")
  func file() async throws {
    try await withServer { client in
      let answer = try await client.send("POST", "/todos/7/attachments", form("plan.txt", "12345"), as: type)
      #expect(answer.status == 201)
      let attachments = try await client.get("/todos/7/attachments").records
      #expect(attachments.map { $0["name"] } == ["plan.txt"])
      #expect(attachments.map { $0["bytes"] } == [5])
      #expect(attachments.map { $0["todoId"] } == [7])
      #expect(try await client.get("/todos/8/attachments").records.isEmpty)
    }
  }

  @Test("A file for a missing todo is a 404, a malformed form or one without a file is a 400")
  func refusals() async throws {
    try await withServer { client in
      let plan = form("plan.txt", "12345")
      let missing = try await client.send("POST", "/todos/999/attachments", plan, as: type)
      let noFile = plan.replacing("; filename=\"plan.txt\"", with: "")
      let empty = try await client.send("POST", "/todos/7/attachments", noFile, as: type)
      let broken = try await client.send("POST", "/todos/7/attachments", "--b\r\n", as: type)
      #expect([missing.status, empty.status, broken.status] == [404, 400, 400])
    }
  }

  private func form(_ name: String, _ text: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n--b--\r\n"
  }
}
