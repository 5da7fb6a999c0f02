// compiles
// What is typed first, from habit or from an article, and means what it says.
import Requisite

struct Todo: Codable, Sendable {
  var id = 1
  var title = ""
}

struct FindTodo: Request {
  typealias ReturnType = Todo
  let path = "/todos/1"
}

struct AddTodo: Request {
  typealias ReturnType = JSONValue
  let title: String
  let path = "/todos"
  let method = HTTPMethod.post
  var body: JSONValue { ["title": .string(title), "tags": [1, nil, "x"], "by": ["name": "Ann", "age": 7]] }
}

struct ToolCall: Codable, Sendable, Hashable {
  let name: String
  let input: JSONValue
}

struct SendDraft: Request {
  typealias ReturnType = NoContent
  let draft: Todo
  let path = "/drafts"
  let method = HTTPMethod.post
  var body: JSONValue { get throws { ["draft": try JSONValue(encoding: draft)] } }
}

struct Inventory: ResponseConvertible {
  struct Malformed: Error {}
  static var responseForm: ResponseForm { .raw }
  init(response: NetworkResponse, decoder: any ResponseDecoder) throws {
    guard try response.text().hasPrefix("<") else { throw Malformed() }
  }
}

extension Endpoint where ReturnType == [Todo] {
  static var all: Endpoint { .get("/todos", keyPath: "data.items") }
}

func load(from client: APIClient, _ url: URL, _ title: String, _ call: ToolCall, place: URL) async throws {
  let city = Endpoint<String>(path: "nested.json", keyPath: "response.user.address.city")
  _ = try await client.dispatch(city)
  async let todos = client.result(of: .all)
  async let todo = client.result(of: FindTodo())
  _ = try await (todos.get(), todo.get())
  let other: Todo = try await client.dispatch(.get(url))
  _ = try await client.download(url, to: place, verifying: .sha256("00"))
  _ = await client.dispatch(FindTodo(), default: nil)
  _ = await client.dispatch(.all, default: [])
  _ = try await client.dispatch(FindTodo().header(.ifNoneMatch, other.title))
  try await client.dispatch(.post("/todos", body: ["title": title, "done": true, "due": nil]))
  try await client.dispatch(.post("/todos", body: ["deep": ["list": [1, "two"], "n": 1]]))
  let answer = try await client.dispatch(AddTodo(title: call.input["city"]?.string ?? ""))
  print(answer["id"]?.int ?? 0)
  _ = DefaultTransport.shared.retried(attempts: 3)
  _ = RequestOptions(timeout: .seconds(3), acceptedStatuses: [200, 304])
  _ = RequestOptions(acceptedStatuses: 200...299, nilStatuses: [404])
  _ = RequestOptions(acceptedStatuses: 200..<400)
  _ = client.with(\.acceptedStatuses, 200...299).with(\.timeout, .seconds(5))
  _ = FindTodo().with(\.acceptedStatuses, 200..<300).with(\.acceptedStatuses, [200, 404])
  _ = Endpoint<Todo>.get("/todos/1").with(\.acceptedStatuses, 200...299)
  let path = "/todos/1"
  _ = Endpoint<Todo>.get(RequestPath(verbatim: path))
  let names = ["user": title]
  _ = Endpoint<Todo>.post("/login", headers: HTTPHeaders(names), body: .form(FormFields(names)))
  _ = APIClient(baseURL: "https://api.example.com", credentials: .basic(user: title, password: title))
  _ = APIClient(baseURL: "https://api.example.com", credentials: .apiKey(title, header: "X-Api-Key"))
  let (chunks, _) = AsyncStream.makeStream(of: Data.self)
  _ = Endpoint<Todo>.post("/files", body: .stream(chunks, length: 7, contentType: "text/csv"))
  _ = RequestOptions(acceptedStatuses: Set(200...299).union([409]))
  var headers = HTTPHeaders()
  headers.append(.accept, "text/csv")
  headers["x-amz-meta-\(title)"] = call.name
  let size = try place.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  let part: HTTPBody = .file(place, offset: size / 2, length: size / 2)
  _ = try await client.dispatch(.put("/files/\(title)", body: part))
  let data = try? Data(contentsOf: place)
  let origin: BaseURL = "https://\(title).example.com"
  let stack = DefaultTransport.shared.authenticated(with: .bearer(title), for: origin)
  _ = try await APIClient(baseURL: origin, transport: stack).dispatch(
    Endpoint<NoContent>(method: .put, path: "/raw", body: data.map { .data($0, contentType: "text/csv") })
      .with(\.idempotencyKey, "draft-\(call.name)"))
  do {
    _ = try await client.dispatch(FindTodo(), attempts: 3, retryDelay: .seconds(1))
  } catch {
    if error == .notFound || error.kind != .badRequest { print(error.userMessage, error.needsLogin) }
    if error.problem?["left"]?.int == 0 { return }
    if error != .cancelled { throw error }
  }
}
