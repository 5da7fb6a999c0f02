import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Authenticated calls with every delivery", .timeLimit(.minutes(1)))
struct AuthenticatedDeliveryTests {
  private func transport(_ server: TokenServer) -> (StubTransport, any Transport) {
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { server.refresh($0) }
    let stub = server.transport
    return (stub, stub.authenticated(with: tokens, for: URL.api))
  }

  @Test("a streamed response is that of the repeated request")
  func streamed() async throws {
    let (_, transport) = transport(TokenServer(valid: "new"))
    let response = try await transport.send(TransportRequest(url: .api, delivery: .streamed))
    guard case .stream(let stream) = response.body else {
      Issue.record("\(response.body)")
      return
    }
    #expect(try await stream.collected(upTo: 100) == Data("in".utf8))
  }

  @Test("a response in a file is that of the repeated request; the file of the 401 is removed first")
  func file() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "response")
    let (_, transport) = transport(TokenServer(valid: "new"))
    let response = try await transport.send(TransportRequest(url: .api, delivery: .file(place)))
    #expect(response.status == 200)
    #expect(try Data(contentsOf: place) == Data("in".utf8))
  }

  @Test(
    "a body that can be sent once is not sent again: the response is the whole 401, and the next call has a new token"
  )
  func once() async throws {
    let server = TokenServer(valid: "new")
    let (stub, transport) = transport(server)
    let body = HTTPBody.stream(BodyStream(ByteStream(Data("once".utf8))))
    let response = try await transport.send(TransportRequest(method: .put, url: .api, body: body))
    #expect(response.status == 401)
    guard case .data(let data) = response.body else { return }
    #expect(data == Data("out".utf8))
    #expect(stub.requests.count == 1)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer old", "Bearer new"])
  }

  @Test("a body that can be sent again is sent again")
  func replayed() async throws {
    let (stub, transport) = transport(TokenServer(valid: "new"))
    let body = HTTPBody.stream(BodyStream { ByteStream(Data("again".utf8)) })
    _ = try await transport.send(TransportRequest(method: .put, url: .api, body: body))
    #expect(stub.requests.map(\.text) == ["again", "again"])
  }

  @Test("the body of a 401 is discarded before the request is repeated")
  func discarded() async throws {
    let discarded = Locked(0)
    let body = ChunkQueue().stream { discarded.withLock { $0 += 1 } }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { _ in AccessToken("new") }
    let server = AnsweringTransport { request in
      let isNew = request.headers[.authorization] == "Bearer new"
      return TransportResponse(
        status: isNew ? 200 : 401, url: request.url, body: isNew ? .data(Data()) : .stream(body))
    }
    let response = try await server.authenticated(with: tokens, for: URL.api)
      .send(TransportRequest(url: .api, delivery: .streamed))
    #expect(response.status == 200 && discarded.withLock { $0 } == 1)
    withExtendedLifetime(body) {}
  }
}
