#if canImport(Combine)
  import Combine
  import Requisite
  import Testing

  @Suite("Publishers of endpoints, by what they return", .timeLimit(.minutes(1)))
  struct TransportCombineTests {
    private let client = APIClient(
      baseURL: "https://api.example.com",
      networkDispatcher: NetworkDispatcher(transport: ListServer(#"[{"id": 1, "title": "milk"}]"#)))

    @Test("an endpoint of Data is published as its bytes", .feature("B9"))
    func data() async {
      let results = await client.dispatch(Endpoint<Data>.get("/todos")).results()
      #expect(results.values.map(\.count) == [28])
    }

    @Test("an endpoint of a response is published as the response", .feature("B10"))
    func response() async {
      let results = await client.dispatch(Endpoint<NetworkResponse>.get("/todos")).results()
      #expect(results.values.map(\.status) == [200])
    }

    @Test("an endpoint of a Decodable is published as the value", .feature("B11"))
    func decoded() async {
      let results = await client.dispatch(Endpoint<[Todo]>.get("/todos")).results()
      #expect(results.values == [[Todo(id: 1, title: "milk")]])
    }

    @Test("a transport publishes a request for a whole URL, without a base URL", .feature("B9", "B20"))
    func wholeURL() async throws {
      let server = ListServer("[]")
      let url = try #require(URL(string: "https://other.example.com/todos?page=2"))
      let results = await server.dispatch(Endpoint<Data>.get(.url(url))).results()
      #expect(results.values.map(\.count) == [2])
      #expect(await server.sent.map(\.url) == [url])
    }

    @Test("a decoder can be given with the endpoint", .feature("B12"))
    func decoder() async {
      let snakes = JSONCoding(keys: .snakeCase)
      let page = #"[{"id": 1, "the_title": "milk"}]"#
      struct Item: Decodable, Sendable { let theTitle: String }
      let client = APIClient(
        baseURL: "https://api.example.com",
        networkDispatcher: NetworkDispatcher(transport: ListServer(page)))
      let results = await client.dispatch(Endpoint<[Item]>.get("/todos"), using: snakes).results()
      #expect(results.values.first?.map(\.theTitle) == ["milk"])
    }

    @Test("it can be named by a leading dot", .feature("B11", "B17"))
    func leadingDot() async {
      let results = await client.dispatch(.todos).results()
      #expect(results.values == [[Todo(id: 1, title: "milk")]])
    }
  }

  extension Endpoint where ReturnType == [Todo] {
    fileprivate static var todos: Endpoint { .get("/todos") }
  }
#endif
