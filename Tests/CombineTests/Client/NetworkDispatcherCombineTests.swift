#if canImport(Combine)
  import Combine
  import Requisite
  import Testing

  @Suite("A dispatcher's publishers", .timeLimit(.minutes(1)))
  struct NetworkDispatcherCombineTests {
    private let url = "https://api.example.com/todos"

    @Test("a request built by hand is published as its decoded value", .feature("E14"))
    func value() async throws {
      let dispatcher = NetworkDispatcher(transport: ListServer(#"{"items": []}"#))
      let request = TransportRequest(url: try #require(URL(string: url)))
      let publisher: AnyPublisher<TodoPage, NetworkRequestError> = dispatcher.dispatch(request: request)
      #expect(await publisher.results().values == [TodoPage(items: [])])
    }

    @Test("an error status is published as its case", .feature("E11"))
    func failure() async throws {
      let dispatcher = NetworkDispatcher(transport: ListServer(status: 503, ""))
      let request = TransportRequest(url: try #require(URL(string: url)))
      let publisher: AnyPublisher<TodoPage, NetworkRequestError> = dispatcher.dispatch(request: request)
      #expect(await publisher.results().failure?.kind == .error5xx)
    }
  }
#endif
