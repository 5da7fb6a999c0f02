import Foundation
import Requisite
import RequisiteTesting
import Testing

@testable import Services

@Suite(
  "A client of a tool server, in each message flow of the protocol", .feature("F48"), .timeLimit(.minutes(2)))
struct ToolServerTests {
  private let script = ToolScript()

  @Test("tools are listed page by page, and each request says its revision in the body and in its fields")
  func list() async throws {
    let stub = StubTransport {
      On(.post, "/mcp").respond { request in
        let message = try ToolScript.message(request)
        let meta = message["params"]?["_meta"]
        #expect(meta?["io.modelcontextprotocol/protocolVersion"] == "2026-07-28")
        #expect(meta?["io.modelcontextprotocol/clientCapabilities"] == [:])
        #expect(request.headers["MCP-Protocol-Version"] == "2026-07-28")
        #expect(request.headers["Mcp-Method"] == message["method"]?.string)
        #expect(request.headers[.accept] == "application/json, text/event-stream")
        let isFirst = message["params"]?["cursor"] == nil
        let page: JSONValue =
          isFirst
          ? ["resultType": "complete", "tools": [ToolScript.tool("a")], "nextCursor": "2"]
          : [
            "tools": [
              ToolScript.tool("b", ["city": ["type": "string", "x-mcp-header": "City"]]),
              ToolScript.tool("c", ["city": ["type": "number", "x-mcp-header": "City"]]),
              ToolScript.tool("d", ["x": ["type": "string", "x-mcp-header": "a b"]]),
              ToolScript.tool(
                "e", ["x": ["type": "array", "items": ["type": "string", "x-mcp-header": "X"]]]),
              ToolScript.tool(
                "f",
                [
                  "x": ["type": "string", "x-mcp-header": "X"], "y": ["type": "string", "x-mcp-header": "x"],
                ]),
              ToolScript.tool("g", ["x-mcp-header": ["type": "string"]]),
            ]
          ]
        return .json(try ToolScript.response(request, page))
      }
    }
    #expect(try await script.server(stub).tools().map(\.name) == ["a", "b", "g"])
    #expect(stub.requests.count == 2)
    #expect(Set(try stub.requests.map { try ToolScript.message($0)["id"] }).count == 2)
  }

  @Test("a tool that answers in a stream sends notifications first; its parameters are mirrored into fields")
  func call() async throws {
    let stub = StubTransport {
      On(.post, "/mcp").header("Mcp-Method", "tools/call").respond { request in
        .events([
          ToolScript.event(ToolScript.progress),
          ToolScript.event(["jsonrpc": "2.0", "id": 77, "result": [:]]),
          ToolScript.event(try ToolScript.response(request, ["content": [["type": "text", "text": "21°"]]])),
          ToolScript.event(ToolScript.progress),
        ])
      }
    }
    let properties: JSONValue = [
      "city": ["type": "string", "x-mcp-header": "City"],
      "days": ["type": "integer", "x-mcp-header": "Days"],
      "unit": ["type": "string", "x-mcp-header": "Unit"],
      "at": ["type": "object", "properties": ["now": ["type": "boolean", "x-mcp-header": "Now"]]],
    ]
    let tool = try ToolScript.tool("weather °", properties).decoded(as: ToolServer.Tool.self)
    let result = try await script.server(stub).call(
      tool, ["city": " Zürich", "days": 3, "unit": nil, "at": ["now": true]])
    #expect(result["content"]?[0]?["text"] == "21°")
    #expect(await script.notes.next(1) == [#"notifications/progress {"progress":1}"#])
    let sent = try #require(stub.requests.first)
    #expect(sent.headers["Mcp-Name"] == "=?base64?d2VhdGhlciDCsA==?=")
    #expect(sent.headers["Mcp-Param-City"] == "=?base64?IFrDvHJpY2g=?=")
    #expect(sent.headers["Mcp-Param-Days"] == "3" && sent.headers["Mcp-Param-Now"] == "true")
    #expect(sent.headers["Mcp-Param-Unit"] == nil)
    #expect(try ToolScript.message(sent)["params"]?["arguments"]?["city"] == " Zürich")
  }

  @Test("a tool that needs input gets it with a new request, which has the server's state")
  func input() async throws {
    let stub = StubTransport {
      On(.post, "/mcp").respond { request in
        let parameters = try ToolScript.message(request)["params"]
        guard let answers = parameters?["inputResponses"] else {
          return .json(
            try ToolScript.response(
              request,
              [
                "resultType": "input_required", "requestState": "s",
                "inputRequests": ["login": ["method": "elicitation/create", "params": ["message": "Name?"]]],
              ]))
        }
        #expect(parameters?["requestState"] == "s" && parameters?["name"] == "weather")
        return .json(try ToolScript.response(request, answers))
      }
    }
    let input: ToolServer.Input = { method, parameters in
      ["action": "accept", "content": .string("\(method) \(parameters["message"]?.string ?? "")")]
    }
    let result = try await script.server(stub, onInput: input).call(script.weather(), [:])
    #expect(result["login"]?["content"] == "elicitation/create Name?")
    #expect(Set(try stub.requests.map { try ToolScript.message($0)["id"] }).count == 2)
    #expect(
      try ToolScript.message(stub.requests[0])["params"]?["_meta"]?[
        "io.modelcontextprotocol/clientCapabilities"]
        == ["elicitation": [:]])
  }

  @Test("a stream that breaks ends the call, and the tool is not called again", arguments: [true, false])
  func broken(isError: Bool) async throws {
    let stub = StubTransport {
      On(.post, "/mcp").respond(
        .events(
          [ToolScript.event(ToolScript.progress, id: "1")],
          failing: isError ? TransportFailure(.networkConnectionLost) : nil))
    }
    await #expect(throws: ToolServer.Interrupted.self) {
      try await script.server(stub).call(script.weather(), [:])
    }
    #expect(stub.requests.count == 1)
  }

  @Test("changes are listened for until the task is cancelled, over a stream that breaks too")
  func listen() async throws {
    let stub = StubTransport {
      On(.post, "/mcp").header("Mcp-Method", "subscriptions/listen").respond(
        .events([
          ToolScript.event(["jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged"]),
          ToolScript.event(["jsonrpc": "2.0", "method": "notifications/tools/list_changed"]),
        ]))
    }
    let listener = Task { [server = script.server(stub)] in
      try await server.listen(for: ["toolsListChanged": true])
    }
    let texts = ["notifications/subscriptions/acknowledged {}", "notifications/tools/list_changed {}"]
    #expect(await script.notes.next(2) == texts)
    try await script.clock.sleepers(1)
    script.clock.advance(by: .seconds(1))
    #expect(await script.notes.next(2) == texts)
    listener.cancel()
    await #expect(throws: (any Error).self) { try await listener.value }
    #expect(
      try ToolScript.message(stub.requests[1])["params"]?["notifications"] == ["toolsListChanged": true])
  }

  @Test("a cancelled call closes its stream, which is all that the server needs")
  func cancellation() async throws {
    let stub = StubTransport { On(.post, "/mcp").respond(.never) }
    let call = Task { [server = script.server(stub), tool = try script.weather()] in
      try await server.call(tool, [:])
    }
    try await stub.requests(atLeast: 1)
    call.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.isCancellation == true && stub.requests.count == 1)
  }

  @Test(
    "a server of this revision that refuses is not asked by an older one",
    arguments: [-32_020, -32_021, -32_601])
  func refused(code: Int) async throws {
    let stub = StubTransport {
      On(.post, "/mcp").respond(ToolScript.refusal(code, status: code == -32_601 ? 404 : 400))
    }
    let error = await #expect(throws: ToolServer.Refused.self) {
      try await script.server(stub).call(script.weather(), [:])
    }
    #expect(error?.code == code && stub.requests.count == 1)
    let other = StubTransport {
      On(.post, "/mcp").respond(ToolScript.refusal(-32_022, ["supported": ["2099-01-01"]]))
    }
    await #expect(throws: ToolServer.Refused.self) { try await script.server(other).tools() }
    #expect(other.requests.count == 1)
  }

  @Test(
    "a challenge leads to the login, whose token goes to the server alone; a missing scope to another login")
  func authorization() async throws {
    let metadata = "https://tools.example.com/.well-known/oauth-protected-resource/mcp"
    let stub = StubTransport {
      On(.get, "/.well-known/oauth-protected-resource/mcp").respond(
        json: ["resource": .string(ToolScript.url), "authorization_servers": ["https://login.example.com"]])
      On(.get, "/.well-known/oauth-authorization-server").respond(
        json: [
          "issuer": "https://login.example.com", "token_endpoint": "https://login.example.com/token",
          "authorization_endpoint": "https://login.example.com/page",
        ])
      On(.post, "/token").respond(.json(["access_token": "one"]), .json(["access_token": "two"]))
      On(.post, "/mcp").header(.authorization, "Bearer two").respond {
        .json(try ToolScript.response($0, ["tools": []]))
      }
      On(.post, "/mcp").header(.authorization, "Bearer one").respond(
        status: 403,
        headers: [
          .wwwAuthenticate:
            #"Bearer error="insufficient_scope", scope="all", resource_metadata="\#(metadata)""#
        ])
      On(.post, "/mcp").respond(
        status: 401, headers: [.wwwAuthenticate: #"Bearer resource_metadata="\#(metadata)""#])
    }
    let logIn = ToolServer.loggingIn(as: "tool", redirectURI: "tool:/done", transport: stub) { page in
      let query = QueryParams(encoded: page.query(percentEncoded: true) ?? "")
      #expect(query["resource"] == ToolScript.url)
      return try #require(URL(string: "tool:/done?code=c&state=\(query["state"] ?? "")"))
    }
    #expect(try await script.server(stub, logIn: logIn).tools().isEmpty)
    let authorized = stub.requests.filter { $0.headers.contains(.authorization) }
    #expect(authorized.map(\.url.absoluteString) == [ToolScript.url, ToolScript.url])
    #expect(
      stub.requests.filter { $0.url.path() == "/token" }.allSatisfy { $0.form["resource"] == ToolScript.url })
  }
}
