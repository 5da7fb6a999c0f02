import RequisiteTesting
import TestSupport
import Testing

@Suite("A recorder", .timeLimit(.minutes(1)))
struct RecorderTests {
  @Test("keeps requests with their bodies and results")
  func records() async throws {
    let recorder = Recorder()
    let stub = StubTransport {
      On(.get, "/todos").respond(json: [Todo()])
      On(.post, "/todos").respond(status: 201, json: Todo())
      On(.get, "/lost").fail(.networkConnectionLost)
    }
    let transport = stub.recorded(by: recorder)
    let client = APIClient.testing(transport)
    _ = try await client.dispatch(FindTodos())
    _ = try await client.dispatch(AddTodo(body: Todo(title: "New")))
    _ = try await transport.failure(of: "/lost")
    #expect(recorder.exchanges.map(\.status) == [200, 201, nil])
    #expect(recorder.exchanges.last?.error?.kind == .urlSessionFailed)
    #expect(try recorder.requests[1].json(as: Todo.self).title == "New")
    #expect(
      recorder.exchanges.map(\.description) == [
        "GET https://api.test/todos → 200", "POST https://api.test/todos → 201",
        "GET https://api.test/lost → urlSessionFailed",
      ])
  }

  @Test("has the parts of a form that was sent")
  func forms() async throws {
    let stub = StubTransport { On(.post, "/photos").respond(status: 204) }
    let form: MultipartForm = [.text("title", "The sea"), .data("photo", Data([1]), fileName: "sea.jpg")]
    try await APIClient.testing(stub).dispatch(.post("/photos", body: .multipart(form)))
    try await APIClient.testing(stub).dispatch(.post("/photos", body: ["title": "The sea"]))
    #expect(try stub.requests[0].multipartForm().parts.map(\.name) == ["title", "photo"])
    #expect(throws: NetworkRequestError.self) { try stub.requests[1].multipartForm() }
  }

  @Test("reads streamed and file bodies, which are still sent", arguments: [true, false])
  func streams(replayable: Bool) async throws {
    let recorder = Recorder()
    let chunks = [Data("da".utf8), Data("ta".utf8)]
    let stream =
      replayable
      ? BodyStream(restarting: { ByteStream(Data("data".utf8)) }) : BodyStream(.of(chunks))
    let url = try URL(string: "https://api.test/x").unwrapped
    let request = TransportRequest(method: .put, url: url, body: .stream(stream))
    let response = try await EchoTransport().recorded(by: recorder).send(request)
    guard case .data(let data) = response.body else { throw Mismatch("not in memory") }
    #expect(try JSONDecoder().decode(Echo.self, from: data).body == "data")
    #expect(recorder.requests.first?.text == "data")
  }

  @Test("has the streamed body of a request once, although it was sent twice")
  func repeated() async throws {
    let recorder = Recorder()
    let stub = StubTransport { On.any().respond(.status(503), .status(204)) }
    let stream = BodyStream(restarting: { ByteStream(Data("data".utf8)) })
    let url = try URL(string: "https://api.test/x").unwrapped
    let request = TransportRequest(method: .put, url: url, body: .stream(stream))
    _ = try await stub.retried(.immediate()).recorded(by: recorder).send(request)
    #expect(stub.requests.map(\.text) == ["data", "data"] && recorder.requests.map(\.text) == ["data"])
  }

  @Test("method, URL, query, header fields, text and form fields of a sent request can be read")
  func accessors() async throws {
    let url = try URL(string: "https://api.test/a/b?page=2").unwrapped
    let request = TransportRequest(
      method: .post, url: url, headers: [.accept: "text/plain"], body: .text("name=J%C3%BCrgen+M&x=1"))
    let stub = StubTransport { On.any().respond(status: 200) }
    _ = try await stub.send(request)
    let sent = try stub.requests.first.unwrapped
    #expect(sent.method == .post)
    #expect(sent.path == "/a/b")
    #expect(sent.query["page"] == "2")
    #expect(sent.headers[.accept] == "text/plain")
    #expect(sent.form["name"] == "Jürgen M")
    #expect(sent.text == "name=J%C3%BCrgen+M&x=1")
  }

  @Test("no description or dump shows a secret", .feature("C41"))
  func secrets() async throws {
    let recorder = Recorder()
    let url = try URL(string: "https://ann:canary-7f3a@api.test/a").unwrapped
    let request = TransportRequest(
      url: url,
      headers: [.authorization: "Bearer canary-7f3a", .cookie: "canary-7f3a", "X-Api-Key": "canary-7f3a"])
    _ = try await StubTransport { On.any().respond(status: 200) }.recorded(by: recorder).send(request)
    let sent = try recorder.requests.first.unwrapped
    let text = Canary.speak(sent) + Canary.speak(recorder.exchanges)
    #expect(!text.contains(Canary.secret))
    #expect(text.contains("GET https://api.test/a"))
    #expect(sent.headers["X-Api-Key"] == "canary-7f3a", "it is there for who asks for it")
  }
}

extension ByteStream {
  static func of(_ chunks: [Data]) -> ByteStream {
    let rest = Locked(chunks)
    return ByteStream { () async throws(NetworkRequestError) -> Data? in
      rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
  }
}
