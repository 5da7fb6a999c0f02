import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct ReadingTests {
  @Test(
    "Every collection has as many records as JSONPlaceholder's",
    arguments: [
      ("posts", 100), ("comments", 500), ("albums", 100), ("photos", 5000), ("todos", 200), ("users", 10),
    ])
  func counts(path: String, count: Int) async throws {
    try await withServer { client in
      let answer = try await client.get("/\(path)")
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "application/json; charset=utf-8")
      #expect(try answer.records.count == count)
      #expect(try Set(answer.ids).count == count)
    }
  }

  @Test("A record's members come in the order in which json-server prints them")
  func order() async throws {
    try await withServer { client in
      let todo = try await client.get("/todos/1").text
      #expect(todo.hasPrefix("{\n  \"userId\": 1,\n  \"id\": 1,\n  \"title\": \""))
      let user = try await client.get("/users/3").text
      let keys = user.matches(of: #/"(\w+)": /#).map { String($0.1) }
      #expect(
        keys == [
          "id", "name", "username", "email", "address", "street", "suite", "city", "zipcode", "geo", "lat",
          "lng", "phone", "website", "company", "name", "catchPhrase", "bs",
        ])
    }
  }

  @Test(
    "A missing record is a 404 with an empty object",
    arguments: ["/todos/201", "/nothing", "/todos/1/users", "/todos/a%2Fb", "/todos/%00", "/users//1/2/3"])
  func missing(path: String) async throws {
    try await withServer { client in
      let answer = try await client.get(path)
      #expect(answer.status == 404)
      #expect(answer.text == "{}")
    }
  }

  @Test("A nested route finds the children of one parent")
  func nested() async throws {
    try await withServer { client in
      let todos = try await client.get("/users/2/todos").records
      #expect(todos.count == 20)
      #expect(todos.allSatisfy { $0["userId"] == 2 })
      #expect(try await client.get("/posts/1/comments?_limit=2").ids == ["1", "2"])
    }
  }

  @Test("Parents are expanded and children embedded")
  func relations() async throws {
    try await withServer { client in
      let todo = try await client.get("/todos/21?_expand=user").text
      #expect(todo.contains("\"user\": {\n    \"id\": 2,"))
      let post = try #require(try await client.get("/posts?id=7&_embed=comments").records.first)
      guard case .array(let comments) = post["comments"] else { return #expect(Bool(false), "no comments") }
      #expect(comments.count == 5)
    }
  }

  @Test("HEAD sends the length of the body, and no body")
  func head() async throws {
    try await withServer { client in
      let body = try await client.get("/todos/1")
      let head = try await client.send("HEAD", "/todos/1")
      #expect(head.status == 200)
      #expect(head.data.isEmpty)
      #expect(head.header("Content-Length") == String(body.data.count))
    }
  }

  @Test("A client that accepts JSON lines receives one record per line")
  func lines() async throws {
    try await withServer { client in
      let answer = try await client.send(
        "GET", "/todos?_limit=3&_sort=id", accepting: "application/jsonl, */*;q=0.5")
      #expect(answer.header("Content-Type") == "application/jsonl")
      let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 4 && lines.last == "")
      for (line, id) in zip(lines, 1...3) { #expect(line.hasPrefix("{ \"userId\": 1, \"id\": \(id), ")) }
      #expect(try await client.send("GET", "/todos/1", accepting: "application/jsonl").text.hasPrefix("{\n"))
    }
  }

  @Test("The root lists the collections")
  func index() async throws {
    try await withServer { client in
      let links = try await client.get("/").text
      for resource in Resource.allCases {
        #expect(links.contains("\(client.baseURL)/\(resource.rawValue)\""))
      }
    }
  }
}
