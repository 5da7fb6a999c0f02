import Foundation
import Requisite
import RequisiteTesting
import Testing

/// The tests that the article “Recipes” shows, run.
@Suite(.timeLimit(.minutes(1))) struct RecipesTests {
  private let todo = Item(title: "Milk")
  private let baseURL = "https://api.example.com"

  @Test("A list of two pages is read to its end")
  func pages() async throws {
    let paged = StubTransport {
      On(.get, "/issues").query("page", "2").respond(json: [todo])
      On(.get, "/issues").respond(headers: [.link: "</issues?page=2>; rel=\"next\""], json: [todo])
    }
    let client = APIClient(baseURL: baseURL, transport: paged)
    var count = 0
    for try await page in client.pages(of: Endpoint<[Item]>.get("/issues")) { count += page.value.count }
    #expect(count == 2)
  }

  @Test("A response of events is read chunk by chunk, until its last event")
  func chat() async throws {
    let speaking = StubTransport {
      On(.post, "/v1/completions").respond(
        .data(
          Data("data: {\"title\":\"Here\"}\n\ndata: [DONE]\n\n".utf8),
          headers: [.contentType: "text/event-stream"]))
    }
    let client = APIClient(baseURL: baseURL, transport: speaking)
    var words: [String] = []
    for try await event in try await client.dispatch(Complete()) where event.data != "[DONE]" {
      words.append(try event.decoded(as: Item.self).title)
    }
    #expect(words == ["Here"])
  }

  @Test("A token that is rejected is renewed, and the new one is stored")
  func tokens() async throws {
    let api = StubTransport {
      On(.post, "/token").respond(json: ["access_token": "new", "token_type": "Bearer"]).once()
      On(.get, "/todos").header(.authorization, "Bearer new").respond(json: [todo])
      On(.get, "/todos").respond(status: 401, headers: ["WWW-Authenticate": "Bearer"])
    }
    let stubbed = OAuthClient(tokenEndpoint: "https://login.example.com/token", id: "todos", transport: api)
    let kept = MemoryTokenStore(AccessToken(Secret("old"), refreshToken: Secret("r")))
    let authorized = api.authenticated(with: .refreshing(with: stubbed, store: kept), for: baseURL)
    let client = APIClient(baseURL: baseURL, transport: authorized)
    #expect(try await client.dispatch(Endpoint<[Item]>.get("/todos")) == [todo])
    #expect(kept.load()?.value == Secret("new"))
  }

  @Test("A call to a service that never answers fails at the deadline of the test's clock")
  func deadline() async throws {
    let clock = TestClock()
    let silent = StubTransport { On(.get, "/todos").respond(.never) }
    let client = APIClient(
      baseURL: baseURL, networkDispatcher: NetworkDispatcher(transport: silent, clock: CallClock(clock)),
      options: RequestOptions(deadline: .seconds(1)))
    let late = try await clock.run { await client.dispatch(Endpoint<[Item]>.get("/todos"), default: []) }
    #expect(late.isEmpty)
  }

  @Test("A stored response is returned without a network")
  func offline() async throws {
    let leaving = StubTransport {
      On(.get, "/todos").respond(
        .json([todo], headers: [.cacheControl: "max-age=60"]), .failure(.notConnectedToInternet))
    }
    let client = APIClient(baseURL: baseURL, transport: leaving.cached())
    let list = Endpoint<[Item]>.get("/todos")
    _ = try await client.dispatch(list)
    let stored = try await client.dispatch(list.options(RequestOptions().with(\.cache, .offline)))
    #expect(stored == [todo])
    #expect(leaving.requests.count == 1)
  }
}

private struct Item: Codable, Equatable, Sendable {
  var title: String
}

private struct Complete: Request {
  typealias ReturnType = ServerSentEvents
  let path = "/v1/completions"
  let method = HTTPMethod.post
  let body = ["prompt": "?"]
}
