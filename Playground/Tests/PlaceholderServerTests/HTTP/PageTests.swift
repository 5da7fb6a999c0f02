import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct PageTests {
  @Test("A page in the middle links to the first, previous, next and last one")
  func middle() async throws {
    try await withServer { client in
      let answer = try await client.get("/todos?userId=1&_page=2&_limit=5")
      let page = { (page: Int, relation: String) in
        "<\(client.baseURL)/todos?userId=1&_page=\(page)&_limit=5>; rel=\"\(relation)\""
      }
      #expect(try answer.ids == ["6", "7", "8", "9", "10"])
      #expect(answer.header("X-Total-Count") == "20")
      #expect(
        answer.header("Link")
          == [page(1, "first"), page(1, "prev"), page(3, "next"), page(4, "last")].joined(separator: ", "))
    }
  }

  @Test("Following next to the end visits every record once")
  func walk() async throws {
    try await withServer { client in
      var target: String? = "/posts?_page=1&_limit=30"
      var seen: [String] = []
      while let next = target {
        let answer = try await client.get(next)
        seen += try answer.ids
        target = answer.header("Link")?
          .firstMatch(of: /<http:\/\/[^\/]+([^>]+)>; rel="next"/).map { String($0.1) }
        try #require(seen.count <= 100)
      }
      #expect(seen == (1...100).map(String.init))
    }
  }

  @Test("A page has ten records by default, and a single page has no links")
  func defaults() async throws {
    try await withServer { client in
      #expect(try await client.get("/todos?_page=1").ids.count == 10)
      let users = try await client.get("/users?_page=1")
      #expect(users.header("Link") == nil)
      #expect(users.header("X-Total-Count") == "10")
    }
  }

  @Test(
    "A slice is cut by start, end and limit",
    arguments: [
      ("_start=3&_end=5", ["4", "5"]), ("_start=198&_limit=10", ["199", "200"]), ("_limit=1", ["1"]),
      ("_start=9223372036854775807&_limit=9", []), ("_page=9223372036854775807&_limit=3", []),
      ("_start=5&_end=2", []),
    ])
  func slices(query: String, ids: [String]) async throws {
    try await withServer { client in
      let answer = try await client.get("/todos?\(query)")
      #expect(try answer.ids == ids)
      #expect(answer.header("X-Total-Count") == "200")
    }
  }
}
