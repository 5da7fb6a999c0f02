import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Retry: requests that can be sent twice", .timeLimit(.minutes(1)))
struct RetryPermissionTests {
  @Test(
    "only idempotent methods are sent again", .feature("C20"),
    arguments: [
      (HTTPMethod.get, 3), (.head, 3), (.options, 3), (.put, 3), (.delete, 3), (.post, 1), (.patch, 1),
      ("PURGE", 1),
    ])
  func methods(method: HTTPMethod, attempts: Int) async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    _ = try await stub.retried(.immediate()).send(TransportRequest(method: method, url: .api))
    #expect(stub.requests.count == attempts)
  }

  @Test(
    "a request that no server has processed is sent again, whatever its method", .feature("C20"),
    arguments: [(TransportFailure.Code.cannotConnectToHost, 3), (.networkConnectionLost, 1)])
  func unprocessed(code: TransportFailure.Code, attempts: Int) async throws {
    let stub = StubTransport { On.any().fail(code) }
    await #expect(throws: NetworkRequestError.self) {
      try await stub.retried(.immediate()).send(
        TransportRequest(method: .post, url: .api, body: .text("pay")))
    }
    #expect(stub.requests.count == attempts)
  }

  @Test(
    "a request that says whether it is repeatable is sent again or not, whatever its method, and gets no header field",
    .feature("F34"),
    arguments: [(HTTPMethod.post, true, 3), (.patch, true, 3), (.get, false, 1), (.put, false, 1)])
  func repeatable(method: HTTPMethod, isRepeatable: Bool, attempts: Int) async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let request = TransportRequest(
      method: method, url: .api, options: RequestOptions().with(\.isRepeatable, isRepeatable))
    _ = try await stub.retried(.immediate()).send(request)
    #expect(stub.requests.count == attempts)
    #expect(stub.requests.allSatisfy { $0.headers == request.headers })
  }

  @Test(
    "a POST with an idempotency key is sent again with the same key, and each call has another key",
    .feature("C20", "F1"))
  func idempotencyKey() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let transport = stub.retried(.immediate(attempts: 4))
    let options = RequestOptions().with(\.idempotencyKey, .automatic)
    for _ in 1...2 {
      _ = try await transport.send(
        TransportRequest(method: .post, url: .api, body: .text("pay"), options: options))
    }
    let keys = stub.requests.map { $0.headers.values(for: .idempotencyKey) }
    #expect(keys.count == 8)
    #expect(Set(keys[..<4]).count == 1 && Set(keys[4...]).count == 1)
    #expect(Set(keys).count == 2)
    #expect(keys.allSatisfy { $0.count == 1 && $0[0].count == 32 })
  }

  @Test("a key given as an option or a header field is sent unchanged")
  func ownKey() async throws {
    let option = TransportRequest(
      method: .post, url: .api, options: RequestOptions().with(\.idempotencyKey, "order-7"))
    let header = TransportRequest(
      method: .post, url: .api, headers: [.idempotencyKey: "order-7"],
      options: RequestOptions().with(\.idempotencyKey, .automatic))
    for request in [option, header] {
      let stub = StubTransport { On.any().respond(status: 503) }
      _ = try await stub.retried(.immediate(attempts: 2)).send(request)
      #expect(stub.requests.map { $0.headers.values(for: .idempotencyKey) } == [["order-7"], ["order-7"]])
    }
  }

  @Test("a client whose stack does not retry sends the key, the same one for all attempts of a dispatch")
  func keyWithoutRetry() async throws {
    let stub = StubTransport { On(.post, "/pay").respond(status: 503) }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Pay(), attempts: 3, retryDelay: .zero)
    }
    let keys = stub.requests.compactMap { $0.headers[.idempotencyKey] }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
  }

  @Test("a body that can be read only once is not sent again, and one that can restart is")
  func bodies() async throws {
    let once = BodyStream(length: 4, ByteStream(Data("once".utf8)))
    let anew = BodyStream(length: 4) { ByteStream(Data("anew".utf8)) }
    for (body, attempts) in [(once, 1), (anew, 3)] {
      let stub = StubTransport { On.any().respond(status: 503) }
      let request = TransportRequest(method: .put, url: .api, body: .stream(body))
      _ = try await stub.retried(.immediate()).send(request)
      #expect(stub.requests.count == attempts)
      #expect(stub.requests.allSatisfy { $0.body.count == 4 })
    }
  }
}

private struct Pay: Request {
  typealias ReturnType = Void
  let path = "/pay"
  let method = HTTPMethod.post
  let options = RequestOptions().with(\.idempotencyKey, .automatic)
}
