import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct WritingTests {
  @Test("POST answers 201 with the next id and the new record's address, and the record stays")
  func post() async throws {
    try await withServer { client in
      let answer = try await client.send("POST", "/todos", #"{"title":"Sow cress","completed":false}"#)
      #expect(answer.status == 201)
      #expect(answer.header("Location") == "\(client.baseURL)/todos/201")
      #expect(answer.text == "{\n  \"title\": \"Sow cress\",\n  \"completed\": false,\n  \"id\": 201\n}")
      #expect(try await client.get("/todos/201").text == answer.text)
    }
  }

  @Test("POST on a nested route sets the parent")
  func nestedPost() async throws {
    try await withServer { client in
      let answer = try await client.send("POST", "/users/4/todos", #"{"title":"x"}"#)
      #expect(answer.status == 201)
      #expect(try await client.get("/users/4/todos?title=x").ids == ["201"])
    }
  }

  @Test("PUT replaces the record, PATCH changes some members, and both keep the id")
  func putAndPatch() async throws {
    try await withServer { client in
      let patched = try await client.send("PATCH", "/todos/5", #"{"completed":null,"id":9}"#)
      #expect(patched.status == 200)
      #expect(patched.text.contains("\"userId\": 1,\n  \"id\": 5,"))
      #expect(patched.text.contains("\"completed\": null"))
      let put = try await client.send("PUT", "/todos/5", #"{"title":"new"}"#)
      #expect(put.text == "{\n  \"title\": \"new\",\n  \"id\": 5\n}")
      #expect(try await client.send("PUT", "/todos/999", "{}").status == 404)
    }
  }

  @Test("DELETE removes the record and its children")
  func delete() async throws {
    try await withServer { client in
      let answer = try await client.send("DELETE", "/users/1")
      #expect(answer.status == 200)
      #expect(answer.text == "{}")
      #expect(try await client.send("DELETE", "/users/1").status == 404)
      #expect(try await client.get("/todos").ids.count == 180)
      #expect(try await client.get("/photos").ids.count == 4500)
      #expect(try await client.get("/comments").ids.count == 450)
    }
  }

  @Test("Writes are kept until the server stops")
  func lifetime() async throws {
    for _ in 0..<2 {
      try await withServer { client in
        let answer = try await client.send("POST", "/posts", "{}")
        #expect(answer.text.contains("101"))
      }
    }
  }

  @Test(
    "A body that is not a JSON object is refused with problem details",
    arguments: [
      (#"{"title": "x",}"#, 400, "unexpected “}” after a comma at byte 14."),
      ("", 400, "the text is empty at byte 0."),
      ("[1]", 400, "The body must be a JSON object"),
    ])
  func malformed(body: String, status: Int, detail: String) async throws {
    try await withServer { client in
      let answer = try await client.send("POST", "/todos", body)
      #expect(answer.status == status)
      #expect(answer.header("Content-Type") == "application/problem+json")
      #expect(answer.text.contains("\(detail)\""))
    }
  }

  @Test("A body of another media type is refused with 415")
  func mediaType() async throws {
    try await withServer { client in
      let answer = try await client.send("POST", "/todos", "title=x", as: "application/x-www-form-urlencoded")
      #expect(answer.status == 415)
    }
  }

  @Test("An id in use is a conflict, and after the largest id no record can be added")
  func ids() async throws {
    try await withServer { client in
      let taken = try await client.send("POST", "/todos", #"{"id":1}"#)
      let last = try await client.send("POST", "/todos", #"{"id":9223372036854775807}"#)
      let following = try await client.send("POST", "/todos", "{}")
      #expect([taken.status, last.status, following.status] == [409, 201, 507])
    }
  }
}
