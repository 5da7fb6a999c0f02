import Foundation
import Requisite
import RequisiteTesting
import Testing

@testable import Services

@Suite("A client of a tool server of an older revision, with sessions", .timeLimit(.minutes(2)))
struct ToolSessionTests {
  private let script = ToolScript()

  private actor Sessions {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  /// A server of 2025-11-25, which answers its handshake and then as `answer` says.
  private func older(
    refusal: StubResponse = .status(400),
    _ answer: @escaping @Sendable (RecordedRequest, _ method: String?) throws -> StubResponse
  ) -> StubTransport {
    let sessions = Sessions()
    return StubTransport {
      On.any().respond { request in
        let message = request.method == .post ? try ToolScript.message(request) : nil
        switch message["method"]?.string {
        case "initialize":
          #expect(
            request.headers["MCP-Session-Id"] == nil && message["params"]?["protocolVersion"] == "2025-11-25"
          )
          let number = await sessions.next()
          return .json(
            try ToolScript.response(request, ["protocolVersion": "2025-06-18", "capabilities": [:]]),
            headers: ["MCP-Session-Id": "s\(number)"])
        case let method:
          guard request.headers["MCP-Session-Id"] != nil else { return refusal }
          #expect(request.headers["MCP-Protocol-Version"] == "2025-06-18")
          return try answer(request, method)
        }
      }
    }
  }

  @Test("an older server gets the handshake, and an expired session is replaced once")
  func sessions() async throws {
    for refusal in [
      .status(400), ToolScript.refusal(-32_022, ["supported": ["2025-11-25"]]), .text("<html>", status: 405),
    ] {
      let stub = older(refusal: refusal) { request, method in
        if method == "notifications/initialized" { return .status(202) }
        if request.method == .delete { return .status(405) }
        guard request.headers["MCP-Session-Id"] == "s2" else { return .status(404) }
        return .json(try ToolScript.response(request, ["tools": [ToolScript.tool("a")]]))
      }
      let server = script.server(stub)
      #expect(try await server.tools().map(\.name) == ["a"])
      #expect(
        try stub.requests.map { try ToolScript.message($0)["method"]?.string } == [
          "tools/list", "initialize", "notifications/initialized", "tools/list", "initialize",
          "notifications/initialized", "tools/list",
        ])
      try await server.close()
      #expect(stub.requests.last?.method == .delete && stub.requests.last?.headers["MCP-Session-Id"] == "s2")
    }
  }

  @Test("a stream of a session that breaks is resumed after its last event, and questions are answered")
  func resumed() async throws {
    let stub = older { request, method in
      if request.method == .get {
        #expect(request.headers["Last-Event-ID"] == "7")
        return .events([ToolScript.event(["jsonrpc": "2.0", "id": 2, "result": ["content": []]], id: "8")])
      }
      guard method == "tools/call" else { return .status(202) }
      return .events([
        ServerSentEvent(data: "", id: "6"),
        ToolScript.event(["jsonrpc": "2.0", "id": "q", "method": "ping"]),
        ToolScript.event(["jsonrpc": "2.0", "id": "e", "method": "sampling/createMessage", "params": [:]]),
        ServerSentEvent(data: ToolScript.progress.description, id: "7", retry: .seconds(4)),
      ])
    }
    let tool = try script.weather()
    let result = try await script.clock.run { [server = script.server(stub)] in
      try await server.call(tool, [:])
    }
    #expect(result["content"] == [] && script.clock.now.offset == .seconds(4))
    let answers = try stub.requests.filter { $0.method == .post }.map(ToolScript.message).filter {
      $0["method"] == nil
    }
    #expect(answers.map { $0["id"] } == ["q", "e"])
    #expect(answers[0]["result"] == [:] && answers[1]["error"]?["code"] == -32_601)
  }

  @Test("a session is told of a cancellation, and listened to by GET")
  func cancelledInSession() async throws {
    let stub = older { request, method in
      if request.method == .get {
        return .events([ToolScript.event(["jsonrpc": "2.0", "method": "notifications/tools/list_changed"])])
      }
      if method == "tools/list" { return .json(try ToolScript.response(request, ["tools": []])) }
      return method == "tools/call" ? .never : .status(202)
    }
    let server = script.server(stub)
    _ = try await server.tools()
    let call = Task { [tool = try script.weather()] in try await server.call(tool, [:]) }
    try await stub.requests(atLeast: 5)
    call.cancel()
    await #expect(throws: NetworkRequestError.self) { try await call.value }
    let last = try #require(try await stub.requests(atLeast: 6).last)
    let message = try ToolScript.message(last)
    #expect(message["method"] == "notifications/cancelled" && message["params"] == ["requestId": 3])
    let listener = Task { try await server.listen(for: ["toolsListChanged": true]) }
    #expect(await script.notes.next(1) == ["notifications/tools/list_changed {}"])
    listener.cancel()
    #expect(stub.requests.last?.method == .get)
  }
}
