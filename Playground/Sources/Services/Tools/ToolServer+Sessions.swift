import Foundation
import Requisite

/// The revisions from 2025-03-26 to 2025-11-25, which begin with a handshake and may have a session.
extension ToolServer {
  static let older = ["2025-11-25", "2025-06-18", "2025-03-26"]

  private struct Stream: Request {
    typealias ReturnType = ServerSentEvents
    let path = ""
    let headers: HTTPHeaders
  }

  /// Begins a session, also in place of one that has expired.
  func initialize() async throws {
    session = HTTPHeaders()
    defer { if session?.isEmpty == true { session = nil } }
    let parameters: JSONValue = [
      "protocolVersion": .string(Self.older[0]), "capabilities": capabilities, "clientInfo": Self.name,
    ]
    let body: JSONValue = ["jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters]
    let response = try await client.response(for: Post(headers: HTTPHeaders(), body: body))
    var result: JSONValue?
    for try await message in response.value where result == nil { result = try await receive(message, 0) }
    guard let version = result?["protocolVersion"]?.string, Self.older.contains(version) else {
      throw Refused(code: 0, message: "The server speaks no revision that this client knows.")
    }
    var fields: HTTPHeaders = ["MCP-Protocol-Version": version]
    fields["MCP-Session-Id"] = response.headers["MCP-Session-Id"]
    session = fields
    try await send(["jsonrpc": "2.0", "method": "notifications/initialized"])
  }

  /// Ends the session, if there is one.
  func close() async throws {
    guard let fields = session else { return }
    session = nil
    let end = Endpoint<NetworkResponse>.delete("", headers: fields)
    // 405: the server does not let clients end sessions.
    _ = try await client.dispatch(end.with(\.acceptedStatuses, [200, 202, 204, 405]))
  }

  func resultInSession(
    of method: String, _ parameters: [String: JSONValue], _ id: Int
  ) async throws -> JSONValue {
    if method == "subscriptions/listen" { return try await resume(id, after: nil) }
    do {
      let (result, last) = try await post(method, parameters, id, HTTPHeaders())
      if let result { return result }
      guard let last, !last.id.isEmpty else { throw Interrupted() }
      try await client.networkDispatcher.clock.sleep(for: last.retry ?? .seconds(1))
      return try await resume(id, after: last.id)
    } catch  where Task.isCancelled {
      // To these revisions, a closed stream cancels nothing.
      Task {
        try await send([
          "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .int(id)],
        ])
      }
      throw error
    }
  }

  /// Continues a stream after an event, or listens to the session itself.
  private func resume(_ id: Int, after event: String?) async throws -> JSONValue {
    var fields = session ?? HTTPHeaders()
    fields["Last-Event-ID"] = event
    for try await event in client.events(of: Stream(headers: fields), retrying: .exponential(attempts: 5)) {
      if let result = try await receive(event, id) { return result }
    }
    throw Interrupted()
  }

  /// Returns the result if the event has it; an event may have no data, but an id.
  func receive(_ event: ServerSentEvent, _ id: Int) async throws -> JSONValue? {
    try await event.data.isEmpty ? nil : receive(event.decoded(as: JSONValue.self), id)
  }

  /// Answers a question of the server.
  func answer(_ question: JSONValue, to id: JSONValue) async throws {
    guard session != nil else { return }
    do {
      let result = question["method"] == "ping" ? [:] : try await input(question)
      try await send(["jsonrpc": "2.0", "id": id, "result": result])
    } catch is Refused {
      try await send(["jsonrpc": "2.0", "id": id, "error": ["code": -32_601, "message": "not offered"]])
    }
  }

  private func send(_ members: JSONValue.Object) async throws {
    _ = try await client.dispatch(Post(headers: session ?? HTTPHeaders(), body: .object(members)))
  }
}
