#if canImport(SwiftUI)
  import Requisite
  import RequisiteSwiftUI
  import SwiftUI
  import Testing

  @Suite("A client in SwiftUI's environment", .timeLimit(.minutes(1)))
  struct APIClientSwiftUITests {
    @Test("the values of an environment keep the client that was set", .feature("A26"))
    func shared() async throws {
      var values = EnvironmentValues()
      values.apiClient = APIClient(
        baseURL: "https://api.example.com",
        networkDispatcher: NetworkDispatcher(transport: ListServer(#"{"items": []}"#)))
      #expect(try await values.apiClient.dispatch(FindTodos()).items.isEmpty)
    }

    @Test("without a client in the environment, a call fails before anything is sent", .feature("A27"))
    func safeDefault() async {
      await #expect {
        try await EnvironmentValues().apiClient.dispatch(FindTodos())
      } throws: { error in
        (error as? NetworkRequestError)?.kind == .invalidRequest
      }
    }

    #if REQUISITE_STAND_INS
      @Test("an app holds a client, and its views read it and load with it", .feature("A28", "A37"))
      @MainActor func app() async {
        let server = ListServer(
          #"{"items": [{"id": 1, "title": "milk"}, {"id": 2, "title": "bread"}]}"#)
        #expect(await shown(by: TodosApp(server, list: TodoList())) == ["milk", "bread"])
      }

      @Test("all views of a hierarchy share the client that was set above them", .feature("A26"))
      @MainActor func hierarchy() async {
        let server = ListServer(#"{"items": [{"id": 1, "title": "milk"}]}"#)
        let client = APIClient(
          baseURL: "https://api.example.com", networkDispatcher: NetworkDispatcher(transport: server))
        #expect(await shown(by: TwoLists(client)) == ["milk", "milk"])
        #expect(await server.sent.map(\.url.path) == ["/todos", "/todos"])
      }

      @Test("a view catches the error of its task and shows it", .feature("A37"))
      @MainActor func failure() async {
        let texts = await shown(by: TodosApp(ListServer(status: 503, ""), list: TodoList()))
        #expect(
          texts == ["GET https://api.example.com/todos: the server answered 503 Service Unavailable"])
      }

      /// What is on the screen when the tasks of the views have ended.
      @MainActor private func shown(by app: some App) async -> [String] {
        await Hierarchy(app).runTasks()
        return Hierarchy(app).texts
      }
    #endif
  }

  private struct TodosApp: App {
    @State private var client: APIClient
    private let list: TodoList

    init() { self.init(ListServer(#"{"items": []}"#), list: TodoList()) }

    init(_ server: ListServer, list: TodoList) {
      _client = State(
        wrappedValue: APIClient(
          baseURL: "https://api.example.com", networkDispatcher: NetworkDispatcher(transport: server)))
      self.list = list
    }

    var body: some Scene {
      WindowGroup { list.environment(\.apiClient, client) }
    }
  }

  /// Two views, neither of which is given a client.
  private struct TwoLists: App {
    private let client: APIClient
    private let lists = [TodoList(), TodoList()]

    init() { self.init(APIClient(baseURL: "")) }

    init(_ client: APIClient) { self.client = client }

    var body: some Scene {
      WindowGroup {
        List([Row(id: 0, text: ""), Row(id: 1, text: "")]) { lists[$0.id] }.environment(\.apiClient, client)
      }
    }
  }

  private struct Row: Identifiable {
    let id: Int
    let text: String
  }

  private struct TodoList: View {
    @Environment(\.apiClient) private var client
    @State private var todos: [Todo] = []
    @State private var problem: String?

    var body: some View {
      List(rows) { Text($0.text) }
        .task {
          do {
            todos = try await client.dispatch(FindTodos()).items
          } catch {
            problem = error.localizedDescription
          }
        }
    }

    private var rows: [Row] {
      problem.map { [Row(id: 0, text: $0)] } ?? todos.map { Row(id: $0.id, text: $0.title) }
    }
  }
#endif
