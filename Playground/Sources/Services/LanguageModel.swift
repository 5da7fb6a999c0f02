import Foundation
import Requisite

/// A chat with a language model that may call tools.
struct LanguageModel: Sendable {
  nonisolated struct Message: Codable, Sendable {
    var role: String
    var content: JSONValue
  }

  nonisolated struct Delta: Codable, Sendable {
    var text: String?
    var tool: ToolUse?
    var error: JSONValue?
  }

  nonisolated struct ToolUse: Codable, Sendable {
    var name: String
    var input: JSONValue
  }

  struct Chat: Request {
    typealias ReturnType = ServerSentEvents
    let messages: [Message]
    let path = "/v1/messages"
    let method = HTTPMethod.post
    var body: JSONValue {
      [
        "model": "small-1", "stream": true, "max_tokens": 1_024, "stop": nil,
        "tools": [["name": "weather", "schema": ["type": "object", "required": ["city"]]]],
        "messages": .array(messages.map { ["role": .string($0.role), "content": $0.content] }),
      ]
    }
    let options = RequestOptions(timeout: .seconds(120), isRepeatable: true)
  }

  struct Failed: Error { let reason: JSONValue }

  let client: APIClient

  init(baseURL: String, key: String, transport: any Transport = DefaultTransport.shared) {
    client = APIClient(
      baseURL: baseURL, credentials: Credentials { ["X-Api-Key": key] },
      transport: transport.retried(attempts: 4))
  }

  /// Returns the words of an answer as they come, and runs the tools that it asks for.
  func answer(
    _ prompt: String, tool: (ToolUse) async throws -> JSONValue, onText: (String) -> Void
  ) async throws {
    var messages = [Message(role: "user", content: .string(prompt))]
    var calls: [ToolUse]
    repeat {
      calls = []
      for try await event in try await client.dispatch(Chat(messages: messages)) where event.data != "[DONE]"
      {
        let delta = try event.decoded(as: Delta.self)
        if let error = delta.error { throw Failed(reason: error) }
        if let text = delta.text { onText(text) }
        if let call = delta.tool { calls.append(call) }
      }
      for call in calls {
        messages.append(
          Message(role: "assistant", content: ["call": .string(call.name), "input": call.input]))
        messages.append(Message(role: "tool", content: try await tool(call)))
      }
    } while !calls.isEmpty
  }
}

func weatherTool(_ call: LanguageModel.ToolUse) async throws -> JSONValue {
  guard call.name == "weather", let city = call.input["city"]?.string else {
    return ["error": "unknown tool"]
  }
  return ["city": .string(city), "celsius": 21.5]
}
