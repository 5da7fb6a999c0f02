#if canImport(SwiftUI)
  import Requisite
  import SwiftUI
  import Testing

  @Suite("A client in SwiftUI's environment")
  struct APIClientSwiftUITests {
    @Test("A26: a hierarchy of views shares the client that was set")
    func shared() async throws {
      var values = EnvironmentValues()
      values.apiClient = APIClient(
        baseURL: "https://api.example.com",
        networkDispatcher: NetworkDispatcher(transport: ListServer(#"{"items": []}"#)))
      #expect(try await values.apiClient.dispatch(FindTodos()).items.isEmpty)
    }

    @Test("A27: where none was set, a call fails before anything is sent")
    func safeDefault() async {
      await #expect {
        try await EnvironmentValues().apiClient.dispatch(FindTodos())
      } throws: { error in
        (error as? NetworkRequestError)?.kind == .invalidRequest
      }
    }

    #if REQUISITE_STAND_INS
      @Test("A28, A37: an app holds a client, and its views read it and load with it")
      @MainActor func app() async {
        let app = TodosApp(list: TodoList())
        await Hierarchy(app).runTasks()
        #expect(Hierarchy(app).texts == ["milk", "bread"])
      }
    #endif
  }

  private struct TodosApp: App {
    @State private var client = APIClient(
      baseURL: "https://api.example.com",
      networkDispatcher: NetworkDispatcher(
        transport: ListServer(#"{"items": [{"id": 1, "title": "milk"}, {"id": 2, "title": "bread"}]}"#)))
    let list: TodoList

    var body: some Scene {
      WindowGroup { list.environment(\.apiClient, client) }
    }
  }

  private struct TodoList: View {
    @Environment(\.apiClient) private var client
    @State private var todos: [Todo] = []
    @State private var problem: String?

    var body: some View {
      List(todos) { Text($0.title) }
        .task {
          do {
            todos = try await client.dispatch(FindTodos()).items
          } catch {
            problem = error.localizedDescription
          }
        }
    }
  }
#endif
