import Requisite

/// A chat with a language model: the request is JSON, and the response arrives in server-sent events, a few letters
/// each.
struct Chat: Request {
  typealias ReturnType = ServerSentEvents
  let path = "/v1/chat/completions"
  let method = HTTPMethod.post
  let body: Body

  struct Body: Encodable {
    var model = "small"
    var stream = true
    let messages: [Message]
  }

  struct Message: Encodable {
    let role: String
    let content: String
  }

  struct Chunk: Decodable {
    struct Choice: Decodable {
      struct Delta: Decodable { let content: String? }
      let delta: Delta
    }
    let choices: [Choice]
  }

  init(_ question: String) {
    body = Body(messages: [Message(role: "user", content: question)])
  }
}

@Sendable func runChat(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let client = APIClient(
    baseURL: baseURL, transport: DefaultTransport.shared.authenticated(with: .bearer("sk-test"), for: baseURL)
  )

  var answer = ""
  for try await event in try await client.dispatch(Chat("Where does basil grow?")) {
    guard event.data != "[DONE]" else { break }
    answer += try event.decoded(as: Chat.Chunk.self).choices.first?.delta.content ?? ""
    print(answer)
  }

  do {
    _ = try await APIClient(baseURL: baseURL).dispatch(Chat("Who is there?"))
  } catch .unauthorized(let response) {
    print(try response.decoded(as: String.self, keyPath: "error.message"))
  } catch {
    print("\(error)")
  }
}
