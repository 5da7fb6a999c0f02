import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct CachingTests {
  @Test("A list that the client has already, by its entity tag, is a 304 until it changes")
  func notModified() async throws {
    try await withServer { client in
      let first = try await client.get("/todos?_limit=2")
      let tag = try #require(first.header("ETag"))
      let second = try await client.send("GET", "/todos?_limit=2", ifNoneMatch: tag)
      #expect([first.status, second.status] == [200, 304])
      #expect(second.data.isEmpty)
      _ = try await client.send("PATCH", "/todos/1", #"{"title":"New"}"#)
      #expect(try await client.send("GET", "/todos?_limit=2", ifNoneMatch: tag).status == 200)
    }
  }

  @Test("Users are fresh for a minute, all others are confirmed each time")
  func freshness() async throws {
    try await withServer { client in
      let fields = try await ["/users", "/users/1", "/todos", "/todos/1"].asyncMap {
        try await client.get($0)
      }
      #expect(
        fields.map { $0.header("Cache-Control") } == ["max-age=60", "max-age=60", "no-cache", "no-cache"])
    }
  }

  @Test("A flaky server fails each request the first time, and answers it when it is repeated")
  func flaky() async throws {
    let server = try await PlaceholderServer.start(isFlaky: true)
    let client = Client(baseURL: server.baseURL)
    let answers = try await ["/todos/1", "/todos/1", "/todos/2", "/todos/1"].asyncMap {
      try await client.get($0)
    }
    #expect(answers.map(\.status) == [503, 200, 503, 503])
    await server.stop()
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
