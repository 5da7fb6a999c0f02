import Foundation
import Requisite

/// A client of a server of the Model Context Protocol over HTTP: of the revision 2026-07-28, and else of those before, with sessions.
actor ToolServer {
  nonisolated struct Tool: Decodable, Sendable {
    let name: String
    var description: String?
    let inputSchema: JSONValue
  }

  /// The server's JSON-RPC error.
  struct Refused: Error { let code: Int, message: String }
  /// The stream ended before the result. The tool may have run: whether to call it again is up to the user.
  struct Interrupted: Error {}

  /// Logs in after a response with the status 401, or 403 for a missing scope.
  typealias LogIn = @Sendable (NetworkResponse) async throws -> BearerAuthenticator
  /// Answers what the server asks in the middle of a call, such as `elicitation/create`.
  typealias Input = @Sendable (_ method: String, _ parameters: JSONValue) async throws -> JSONValue

  struct Post: Request {
    typealias ReturnType = JSONOrEvents<JSONValue>
    let path = ""
    let method = HTTPMethod.post
    let headers: HTTPHeaders
    let body: JSONValue
  }

  static let revision = "2026-07-28"
  static let name: JSONValue = ["name": "playground", "version": "1.0"]

  private let url: BaseURL, transport: any Transport, logIn: LogIn?, onInput: Input?
  let onNotification: @Sendable (_ method: String, _ parameters: JSONValue) -> Void
  var client: APIClient
  /// The session of an older revision; nil while the server is not known to need one.
  var session: HTTPHeaders?
  private var isKnown = false, lastID = 0, login: Task<BearerAuthenticator, any Error>?

  init(
    url: String, transport: any Transport = DefaultTransport.shared, logIn: LogIn? = nil,
    onInput: Input? = nil, clock: CallClock = .continuous,
    onNotification: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
  ) {
    (self.url, self.transport, self.logIn, self.onInput) = (BaseURL(url), transport, logIn, onInput)
    self.onNotification = onNotification
    client = APIClient(baseURL: BaseURL(url), transport: transport, clock: clock)
  }

  /// The tools, without those whose definition a client must reject.
  func tools() async throws -> [Tool] {
    var tools: [Tool] = [], cursor: JSONValue?
    repeat {
      let page = try await result(of: "tools/list", cursor.map { ["cursor": $0] } ?? [:])
      tools += try page["tools"]?.decoded(as: [Tool].self) ?? []
      cursor = page["nextCursor"]
    } while cursor?.string != nil
    return tools.filter { MirroredParameters(in: $0.inputSchema) != nil }
  }

  /// Runs a tool. Cancelling the task cancels the tool.
  func call(_ tool: Tool, _ arguments: JSONValue) async throws -> JSONValue {
    var parameters: [String: JSONValue] = ["name": .string(tool.name), "arguments": arguments]
    let headers = MirroredParameters(in: tool.inputSchema)?.headers(of: arguments) ?? HTTPHeaders()
    for _ in 1...8 {
      let result = try await result(of: "tools/call", parameters, headers)
      guard result["resultType"]?.string == "input_required" else { return result }
      var answers = JSONValue.Object()
      for (key, question) in result["inputRequests"]?.object ?? [:] {
        answers[key] = try await input(question)
      }
      parameters["inputResponses"] = .object(answers)
      parameters["requestState"] = result["requestState"]
    }
    throw Refused(code: 0, message: "The server asks for input without end.")
  }

  /// Passes on notifications, such as of `["toolsListChanged": true]`, until the task is cancelled or the server refuses.
  func listen(for kinds: JSONValue) async throws {
    while true {
      do {
        _ = try await result(of: "subscriptions/listen", ["notifications": kinds])
      } catch is Interrupted {}
      try await client.networkDispatcher.clock.sleep(for: .seconds(1))
    }
  }

  private func result(
    of method: String, _ parameters: [String: JSONValue] = [:], _ headers: HTTPHeaders = [:]
  ) async throws -> JSONValue {
    for attempt in 1... {
      lastID += 1
      do {
        if session != nil { return try await resultInSession(of: method, parameters, lastID) }
        guard let result = try await post(method, parameters, lastID, headers).result else {
          throw Interrupted()
        }
        isKnown = true
        return result
      } catch let error as NetworkRequestError {
        guard attempt < 4, let response = error.response else { throw error }
        try await recover(from: response, error)
      }
    }
    throw Interrupted()
  }

  /// Sends a request, and returns its result; nil, with the last event, if the stream ended before it.
  func post(
    _ method: String, _ parameters: [String: JSONValue], _ id: Int, _ headers: HTTPHeaders
  ) async throws -> (result: JSONValue?, last: ServerSentEvent?) {
    var (parameters, fields) = (parameters, session ?? headers)
    if session == nil {
      (fields["MCP-Protocol-Version"], fields["Mcp-Method"]) = (Self.revision, method)
      fields["Mcp-Name"] = parameters["name"]?.string.map(MirroredParameters.text)
      parameters["_meta"] = [
        "io.modelcontextprotocol/protocolVersion": .string(Self.revision),
        "io.modelcontextprotocol/clientInfo": Self.name,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      ]
    }
    let body: JSONValue = [
      "jsonrpc": "2.0", "id": .int(id), "method": .string(method),
      "params": .object(.init(parameters.map { ($0, $1) })),
    ]
    let values = try await client.dispatch(Post(headers: fields, body: body))
    var last: ServerSentEvent?
    guard let events = values.events else {
      for try await message in values {
        if let result = try await receive(message, id) { return (result, nil) }
      }
      return (nil, nil)
    }
    do {
      for try await event in events {
        last = event
        if let result = try await receive(event, id) { return (result, event) }
      }
    } catch let error as NetworkRequestError where error.isRetryable {}
    return (nil, last)
  }

  /// Returns the result if the message has it.
  func receive(_ message: JSONValue, _ id: Int) async throws -> JSONValue? {
    if let error = message["error"] { throw refused(error) }
    guard let method = message["method"]?.string else {
      return message["id"]?.int == id ? message["result"] : nil
    }
    if let question = message["id"] {
      try await answer(message, to: question)
    } else {
      onNotification(method, message["params"] ?? [:])
    }
    return nil
  }

  /// Prepares another attempt, or throws what the response says.
  private func recover(from response: NetworkResponse, _ error: NetworkRequestError) async throws {
    var refusal: JSONValue?
    // A proxy's page is no JSON: then the status counts.
    do { refusal = try JSONValue(json: response.data)["error"] } catch {}
    let code = refusal?["code"]?.int, supported = refusal?["data"]?["supported"]?.array ?? []
    switch response.status {
    case 401,
      403 where response.headers.challenges.contains { $0["error"] == "insufficient_scope" }:
      try await authorize(after: response, error)
    case 404 where session?["MCP-Session-Id"] != nil: try await initialize()
    case 400..<500
    where session == nil && code == -32_022 && Self.older.contains { supported.contains(.string($0)) },
      400..<500 where session == nil && !isKnown && !(-32_029 ... -32_020 ~= code ?? 0 || code == -32_601):
      try await initialize()
    default: throw refusal.map(refused) ?? error
    }
  }

  /// Logs in, once for all calls that wait.
  private func authorize(after response: NetworkResponse, _ error: NetworkRequestError) async throws {
    guard let logIn else { throw error }
    let running = login ?? Task { try await logIn(response) }
    login = running
    defer { login = nil }
    let clock = client.networkDispatcher.clock
    client = APIClient(
      baseURL: url, transport: transport.authenticated(with: try await running.value, for: url), clock: clock)
  }

  func refused(_ error: JSONValue) -> any Error {
    Refused(code: error["code"]?.int ?? 0, message: error["message"]?.string ?? "")
  }

  var capabilities: JSONValue { onInput == nil ? [:] : ["elicitation": [:]] }

  func input(_ question: JSONValue) async throws -> JSONValue {
    guard let onInput, let method = question["method"]?.string else {
      throw Refused(code: 0, message: "The server asks for what this client does not offer.")
    }
    return try await onInput(method, question["params"] ?? [:])
  }
}
