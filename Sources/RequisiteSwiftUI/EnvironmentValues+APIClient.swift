#if canImport(SwiftUI)
  import Requisite
  import SwiftUI

  extension EnvironmentValues {
    /// The client that the views of a hierarchy use.
    ///
    /// ```swift
    /// @main struct TodosApp: App {
    ///   @State private var client = APIClient(environment: .production)
    ///   var body: some Scene {
    ///     WindowGroup { TodoList().environment(\.apiClient, client) }
    ///   }
    /// }
    ///
    /// struct TodoList: View {
    ///   @Environment(\.apiClient) private var client
    ///   @State private var todos: [Todo] = []
    ///   var body: some View {
    ///     List(todos) { Text($0.title) }
    ///       .task { todos = await client.dispatch(FindTodos(), default: []) }
    ///   }
    /// }
    /// ```
    /// If no client was set, every call fails with `NetworkRequestError.invalidRequest`, so that no view contacts
    /// a real server by mistake.
    public var apiClient: APIClient {
      get { self[APIClientKey.self] }
      set { self[APIClientKey.self] = newValue }
    }
  }

  private struct APIClientKey: EnvironmentKey {
    static let defaultValue = APIClient(environment: APIEnvironment(name: "none", baseURL: ""))
  }
#endif
