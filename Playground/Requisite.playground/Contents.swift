// A tour of Requisite, against a server of its own: nothing leaves this machine.
// In Xcode it is a playground; anywhere else: swift run --package-path Playground Tour

import PlaceholderServer
import Requisite
import RequisiteTesting
import TodoAPI

func stop(_ title: String) { print("\n\(title)") }

let server = try await PlaceholderServer.start()
let client = APIClient(baseURL: server.baseURL)

// MARK: 1. A request is a small type. Two lines are enough.

struct FindPeople: Request {
  typealias ReturnType = [User]
  let path = "/users"
}

stop("1. A request in two lines")
let people = try await client.dispatch(FindPeople())
print(people.map(\.name).prefix(3).joined(separator: ", "), "and", people.count - 3, "more")

// MARK: 2. What you declare is what is sent: here a method and a body.

struct AddChore: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: NewTodo
}

stop("2. A body is any Encodable")
let added = try await client.dispatch(AddChore(body: NewTodo(userId: 3, title: "Sow the cress")))
print("The server gave it the id", added.id)

// MARK: 3. Values in paths and queries are escaped, and nil is left out.

struct FindTagged: Request {
  typealias ReturnType = String
  let tag: String
  let text: String
  let page: Int?
  var path: RequestPath { "/tags/\(tag)/todos" }
  var queryParams: QueryParams { ["q": text, "_page": page] }
}

stop("3. Paths and queries")
let tagged = FindTagged(tag: "a/b?c", text: "1 + 1 & more", page: nil)
print(try tagged.asURLRequest(baseURL: "https://example.com/api/").url?.absoluteString ?? "")

// MARK: 4. The return type says how the response is delivered.

struct FindCityName: Request {
  typealias ReturnType = String
  let path = "/users/5"
  let keyPath = "address.city"
}

struct ExportTodos: Request {
  typealias ReturnType = JSONLines<Todo>
  let path = "/todos"
}

stop("4. A part of a document, a page with its total, a stream, a file")
print("User 5 lives in", try await client.dispatch(FindCityName()))
let page = try await client.dispatch(FindTodos(TodoFilter(completed: false), page: 1, limit: 3))
print("The first", page.elements.count, "of", page.total ?? 0, "open todos:", page.elements.map(\.id))
var titles: [String] = []
for try await todo in try await client.dispatch(ExportTodos()) where todo.completed {
  titles.append(todo.title)
  if titles.count == 2 { break }
}
print("Done, as they come:", titles.joined(separator: "; "))
let photos = try await client.dispatch(Endpoint<DownloadedFile>.get("/photos"))
print("In the file", photos.suggestedFileName ?? "", "are", photos.byteCount >> 10, "KiB")
try await photos.remove()

// MARK: 5. The same as a value, for those who like leading dots.

extension Endpoint where ReturnType == [Todo] {
  static func search(_ text: String) -> Endpoint { get("/todos", query: ["q": text, "_sort": "title"]) }
}

stop("5. An endpoint")
let found = try await client.dispatch(.search("piano"))
print(found.first?.title ?? "", "and", found.count - 1, "more")

// MARK: 6. Several at once: the first failure cancels the others.

stop("6. Several at once")
let (todo, user) = try await client.values(of: FindTodo(id: 45), FindUser(id: 3))
print("\(user.name): \(todo.title)")

// MARK: 7. One error type. A case says where the call failed, and carries what there is to know.

stop("7. Errors")
do {
  _ = try await client.dispatch(FindTodo(id: 999))
} catch .notFound(let response) {
  print("Not found:", response.url.path)
} catch {
  print(error)
}
do {
  _ = try await client.dispatch(Endpoint<Todo>.post("/todos", body: .json([1, 2])))
} catch .badRequest(let response) {
  print("Refused:", response.problem?.detail ?? "")
} catch {
  print(error)
}
do {
  _ = try await client.dispatch(Endpoint<Todo>.get("/todos/1").headers(["Host": "elsewhere"]))
} catch .invalidRequest(let problem) {
  print("Never sent:", problem)
} catch {
  print(error)
}

// MARK: 8. Everything that can send is a Transport: in a test, a stub.

stop("8. A stub in place of a server")
let stub = StubTransport {
  On(.get, "/todos/7").respond(json: Todo(id: 7, userId: 1, title: "Canned", completed: true))
}
let stubbed = APIClient(baseURL: "https://api.example.com", transport: stub)
print(try await stubbed.dispatch(FindTodo(id: 7)).title, "by", stub.requests.count, "request")

// MARK: 9. Whatever wraps a Transport is one too: read a stack from the inside out.

struct Printer: CallObserver {
  func observe(_ event: CallEvent) {
    guard case .ended(.success(let response), _) = event.kind else { return }
    print("  \(event.request): \(response.status)")
  }
}

stop("9. A stack: every attempt is logged, and another one made")
let flaky = StubTransport {
  On(.get, "/users").respond(.status(503), .json(people))
}
let patient = APIClient(
  baseURL: "https://api.example.com",
  transport: flaky.logged(to: Printer()).retried(.constant(.zero)))
print(try await patient.dispatch(FindUsers()).count, "users after all")

await server.stop()
print("\nThat was the tour.")
