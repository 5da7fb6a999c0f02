import Testing

@testable import PlaceholderServer

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
  @Test("A body past the limit is refused, and the connection serves the next request")
  func bodies() async throws {
    try await withServer { client in
      let body = #"{"title":""# + String(repeating: "x", count: 100_000) + "\"}"
      let refused = try await client.send("POST", "/todos", body)
      let next = try await client.get("/todos/1")
      #expect([refused.status, next.status] == [413, 200])
    }
  }

  @Test("A full collection takes no more records")
  func records() async throws {
    let server = try await PlaceholderServer.start(limits: Limits(recordsPerResource: 11))
    let client = Client(baseURL: server.baseURL)
    #expect(try await client.send("POST", "/users", "{}").status == 201)
    #expect(try await client.send("POST", "/users", "{}").status == 507)
    await server.stop()
  }

  @Test("POST and PATCH refuse a record that is larger than the limit")
  func members() async throws {
    let server = try await PlaceholderServer.start(limits: Limits(membersPerRecord: 5))
    let client = Client(baseURL: server.baseURL)
    #expect(try await client.send("POST", "/todos", #"{"a":1,"b":1,"c":1,"d":1,"e":1}"#).status == 507)
    #expect(try await client.send("PATCH", "/todos/1", #"{"a":1}"#).status == 200)
    #expect(try await client.send("PATCH", "/todos/1", #"{"b":1}"#).status == 507)
    await server.stop()
  }

  @Test("A stopped server does not listen, and can be stopped again")
  func stop() async throws {
    let server = try await PlaceholderServer.start()
    #expect(await server.isListening)
    await server.stop()
    await server.stop()
    await server.waitUntilStopped()
    #expect(await !server.isListening)
  }

  @Test("A server on a port in use fails when it starts")
  func takenPort() async throws {
    let server = try await PlaceholderServer.start()
    await #expect(throws: (any Error).self) { try await PlaceholderServer.start(port: server.port) }
    await server.stop()
  }
}
