#if canImport(Combine)
  import Combine
  import Requisite
  import Testing

  @Suite("A client's publishers", .timeLimit(.minutes(3)))
  struct APIClientCombineTests {
    private let milk = Todo(id: 1, title: "milk")
    private let page = #"{"items": [{"id": 1, "title": "milk"}]}"#

    @Test("a request publishes its decoded value and then finishes", .feature("E14", "E16", "B11"))
    func value() async {
      let results = await client(ListServer(page)).dispatch(FindTodos()).results()
      #expect(results.values == [TodoPage(items: [milk])])
      #expect(results.failure == nil)
    }

    @Test("a request that cannot be built fails, and nothing is sent", .feature("E16"))
    func invalidRequest() async {
      let server = ListServer(page)
      let client = APIClient(baseURL: "nowhere", networkDispatcher: NetworkDispatcher(transport: server))
      let results = await client.dispatch(FindTodos()).results()
      #expect(results.values.isEmpty)
      #expect(results.failure?.kind == .invalidRequest)
      #expect(await server.sent.isEmpty)
    }

    @Test("an error status fails with the same error as the asynchronous function throws", .feature("E14"))
    func errorStatus() async {
      let results = await client(ListServer(status: 404, "{}")).dispatch(FindTodos()).results()
      #expect(results.failure?.kind == .notFound)
      #expect(results.failure?.response?.data == Data("{}".utf8))
    }

    @Test("a response of another kind fails as a decoding error", .feature("E14"))
    func decodingError() async {
      let results = await client(ListServer("[]")).dispatch(FindTodos()).results()
      #expect(results.failure?.kind == .decodingError)
    }

    @Test("Nothing is sent before a subscription")
    func deferred() async {
      let server = ListServer(page)
      let publisher: AnyPublisher<TodoPage, NetworkRequestError> = client(server).dispatch(FindTodos())
      #expect(await server.sent.isEmpty)
      _ = await publisher.results()
      #expect(await server.sent.count == 1)
    }

    @Test("Each subscriber sends its own request with its own id")
    func subscribers() async {
      let server = ListServer(page)
      let publisher: AnyPublisher<TodoPage, NetworkRequestError> = client(server).dispatch(FindTodos())
      let first = await publisher.results()
      let second = await publisher.results()
      #expect(first.values == second.values)
      #expect(Set(await server.sent.map(\.id)).count == 2)
    }

    @Test(
      "a property of the value is published, and an error is replaced", .feature("B19"),
      arguments: [200, 500])
    func operators(status: Int) async {
      let results = await client(ListServer(status: status, page)).dispatch(FindTodos())
        .map(\.items)
        .replaceError(with: [])
        .results()
      #expect(results.values == [status == 200 ? [milk] : []])
    }

    @Test("cancelling the subscription cancels the call", .feature("E17"))
    func cancel() async {
      let server = ListServer()
      var cancellables: Set<AnyCancellable> = []
      let publisher: AnyPublisher<TodoPage, NetworkRequestError> = client(server).dispatch(FindTodos())
      publisher
        .sink(receiveCompletion: { _ in Issue.record("nothing is published after a cancellation") }) { _ in }
        .store(in: &cancellables)
      await server.request()
      cancellables.removeAll()
      await server.cancellation()
      #expect(await server.cancelled == 1)
    }

    @Test("the body of a POST is sent by a publisher too", .feature("E18"))
    func post() async throws {
      let server = ListServer(#"{"id": 1, "title": "milk"}"#)
      let results = await client(server).dispatch(AddTodo(body: milk)).results()
      #expect(results.values == [milk])
      guard case .data(let body) = try #require(await server.sent.first).body.content else {
        Issue.record("no body was sent")
        return
      }
      #expect(try JSONDecoder().decode(Todo.self, from: body) == milk)
    }

    @Test("a value is published together with its response", .feature("C35", "D16"))
    func response() async {
      let results = await client(ListServer(status: 201, page)).responsePublisher(for: FindTodos()).results()
      #expect(results.values.map(\.status) == [201])
      #expect(results.values.map(\.value) == [TodoPage(items: [milk])])
    }

    private func client(_ server: ListServer) -> APIClient {
      APIClient(
        baseURL: "https://api.example.com", networkDispatcher: NetworkDispatcher(transport: server))
    }
  }
#endif
