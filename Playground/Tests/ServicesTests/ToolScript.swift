import Foundation
import Requisite
import RequisiteTesting

@testable import Services

/// What a scripted server says, and what its client notes.
struct ToolScript: Sendable {
  static let url = "https://tools.example.com/mcp"
  let clock = TestClock()
  let notes = Notes()

  final class Notes: Sendable {
    private let (stream, continuation) = AsyncStream<String>.makeStream()
    func add(_ text: String) { continuation.yield(text) }
    func next(_ count: Int) async -> [String] {
      var texts: [String] = []
      for await text in stream.prefix(count) { texts.append(text) }
      return texts
    }
  }

  func server(
    _ stub: StubTransport, logIn: ToolServer.LogIn? = nil, onInput: ToolServer.Input? = nil
  ) -> ToolServer {
    ToolServer(
      url: Self.url, transport: stub, logIn: logIn, onInput: onInput, clock: CallClock(clock)
    ) { [notes] in notes.add("\($0) \($1)") }
  }

  static func tool(_ name: String, _ properties: JSONValue = [:]) -> JSONValue {
    ["name": .string(name), "inputSchema": ["type": "object", "properties": properties]]
  }

  func weather() throws -> ToolServer.Tool {
    try Self.tool("weather").decoded(as: ToolServer.Tool.self)
  }

  static func message(_ request: RecordedRequest) throws -> JSONValue {
    try JSONValue(json: request.body)
  }

  static func response(_ request: RecordedRequest, _ result: JSONValue) throws -> JSONValue {
    ["jsonrpc": "2.0", "id": try message(request)["id"] ?? nil, "result": result]
  }

  static func event(_ message: JSONValue, id: String = "") -> ServerSentEvent {
    ServerSentEvent(data: message.description, id: id)
  }

  static func refusal(_ code: Int, _ data: JSONValue = nil, status: Int = 400) -> StubResponse {
    .json(
      ["jsonrpc": "2.0", "id": 1, "error": ["code": .int(code), "message": "no", "data": data]],
      status: status)
  }

  static let progress: JSONValue = [
    "jsonrpc": "2.0", "method": "notifications/progress", "params": ["progress": 1],
  ]
}
