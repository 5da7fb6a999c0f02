import Requisite

/// What a view of the app shows. All of it belongs to the main actor, the default of the module.
final class TodoModel {
  private(set) var todos: [Todo] = []
  private(set) var message = ""
  private(set) var fraction = 0.0
  private(set) var events: [String] = []
  private var loading: Task<Void, Never>?
  private lazy var pages = client.pages(of: FindTodos()).makeAsyncIterator()
  private lazy var items = client.items(of: FindTodos()).makeAsyncIterator()

  let client: APIClient

  init(client: APIClient) {
    self.client = client
  }

  func load() async {
    do {
      todos = try await client.dispatch(FindTodos())
    } catch .notFound {
      message = "not found"
    } catch {
      message = error.isCancellation ? "cancelled" : error.description
    }
  }

  func load(_ file: Data) async {
    do {
      let todo = try JSONDecoder().decode(Todo.self, from: file)
      todos.append(try await client.dispatch(AddTodo(body: todo)))
    } catch .forbidden {
      message = "forbidden"
    } catch {
      message = "invalid"
    }
  }

  func start() {
    loading?.cancel()
    loading = Task { await load() }
  }

  func stop() async {
    loading?.cancel()
    await loading?.value
  }

  func loadByCompletion(whenDone done: @escaping () -> Void) -> Task<Void, Never>? {
    client.dispatch(FindTodos()) { result in
      switch result {
      case .success(let todos): self.todos = todos
      case .failure(let error): self.message = error.kind.rawValue
      }
      done()
    }
  }

  func respondByCompletion(whenDone done: @escaping () -> Void) -> Task<Void, Never>? {
    client.response(for: .all) { result in
      self.message = (try? result.get().headers[.xTotalCount]) ?? "none"
      done()
    }
  }

  func loadNextPage() async throws(NetworkRequestError) -> Bool {
    guard let page = try await pages.next() else { return false }
    todos += page.value
    return true
  }

  func loadNextItem() async throws(NetworkRequestError) {
    if let todo = try await items.next() { todos.append(todo) }
  }

  func watch() async throws(NetworkRequestError) {
    for try await event in try await client.dispatch(WatchTodos()) { events.append(event.data) }
  }

  func export(to place: URL) async throws(NetworkRequestError) {
    let request = ExportTodos().onProgress { progress in self.fraction = progress.fractionCompleted ?? 0 }
    _ = try await client.download(request, to: place)
  }
}

/// Sends a search when the user has stopped typing.
final class SearchModel {
  private(set) var results: [Todo] = []
  private var search: Task<Void, Never>?
  private let client: APIClient
  private let clock: any Clock<Duration>

  init(client: APIClient, clock: any Clock<Duration>) {
    (self.client, self.clock) = (client, clock)
  }

  func type(_ text: String) {
    search?.cancel()
    search = Task {
      do {
        try await clock.sleep(for: .milliseconds(300))
        results = try await client.dispatch(SearchTodos(text: text))
      } catch {
        // The next search replaces one that was cancelled; one that fails leaves the results.
      }
    }
  }

  func settle() async { await search?.value }
}
