import RequisiteTesting

@testable import Requisite

extension ErrorText {
  static var statuses: [ErrorText] {
    let problem = #"{"title": "Title missing", "detail": "A todo needs a title."}"#
    return [
      ErrorText(
        "400 with problem details", .text(problem, contentType: .problemJSON, status: 400), GetTodos()),
      ErrorText("401", .status(401), GetTodos()),
      ErrorText("401 at an origin that the credential is not for", GetTodos(), { $0.respond(.status(401)) }) {
        $0.authenticated(with: .bearer("abc"), for: "http://localhost:1")
      },
      ErrorText("403", .text("You may not read this list.", status: 403), GetTodos()),
      ErrorText("404", .status(404), GetTodos()),
      ErrorText(
        "422 with JSON that has a secret", .json(text: #"{"token": "abc", "error": "expired"}"#, status: 422),
        GetTodos()),
      ErrorText("500", .text("Traceback (most recent call last):\n  File", status: 500), GetTodos()),
      ErrorText(
        "502 with HTML", .text("<html><h1>Bad Gateway</h1>", contentType: .html, status: 502), GetTodos()),
      ErrorText("304 without a cache", .status(304), GetTodos()),
      ErrorText("503 at each of three attempts", GetTodos(), { $0.respond(.status(503)) }) {
        $0.retried(.immediate())
      },
      ErrorText("no connection at each of three attempts", GetTodos(), { $0.fail(.cannotConnectToHost) }) {
        $0.retried(.immediate())
      },
      ErrorText(
        "a cache that may not ask the server", Fetch<String>(options: .init().with(\.cache, .offline)),
        {
          $0.respond(.text("a"))
        }
      ) { $0.cached() },
    ]
  }

  private struct ReadJSONLog: Request {
    typealias ReturnType = JSONLines<Todo>
    let path = "/log"
    var options = RequestOptions()
  }

  private struct Events: Request {
    typealias ReturnType = ServerSentEvents
    let path = "/events"
  }

  private static func lines(_ name: String, _ text: String, options: RequestOptions = .init()) -> ErrorText {
    ErrorText(name) {
      for try await _ in try await APIClient.answering(.text(text)).dispatch(ReadJSONLog(options: options)) {}
    }
  }

  static var decoding: [ErrorText] {
    let todos =
      #"[{"id": 1, "title": "milk", "completed": false}, {"id": 2, "title": "bread", "completed": "yes"}]"#
    let nested = #"{"user": {"name": "Ann", "password": "abc", "age": "12"}}"#
    struct User: Decodable, Sendable {
      struct Details: Decodable, Sendable { let age: Int }
      let user: Details
    }
    struct Account: Decodable, Sendable {
      enum Kind: String, Decodable, Sendable { case one }
      let password: Kind
    }
    return [
      ErrorText(
        "a number that the type cannot represent", .json(text: #"{"user": {"age": 18.18}}"#), Fetch<User>()),
      ErrorText(
        "a value that may be a secret", .json(text: #"{"password": "hunter2"}"#), Fetch<Account>()),
      ErrorText("a member of the wrong type", .json(text: todos), GetTodos()),
      ErrorText("a member of the wrong type, with JSONDecoder") {
        let client = APIClient.testing(
          StubTransport { On.any().respond(.json(text: todos)) }, coders: BodyCoders(response: JSONDecoder()))
        _ = try await client.dispatch(GetTodos())
      },
      ErrorText("a member of the wrong type beside a secret", .json(text: nested), Fetch<User>()),
      ErrorText("a member that is missing", .json(text: #"[{"id": 1, "title": "milk"}]"#), GetTodos()),
      ErrorText(
        "null in place of a value", .json(text: #"{"id": null, "title": "milk", "completed": true}"#),
        GetTodo(id: 1)),
      ErrorText("another document", .json(text: #"{"error": "no list"}"#), GetTodos()),
      ErrorText("text that is not JSON", .text("<html>", contentType: .json), GetTodos()),
      ErrorText("an empty body", .status(200), GetTodos()),
      ErrorText(
        "a key path that leads nowhere", .json(text: #"{"items": []}"#), Fetch<[Todo]>(keyPath: "data.items")),
      ErrorText(
        "a Content-Type that is not accepted", .text("<p>Log in</p>", contentType: .html), GetTodos()),
      ErrorText(
        "an unknown charset", .text("a", contentType: "text/plain; charset=klingon"), Fetch<String>()),
      ErrorText(
        "text that is not in its charset", .data(Data([0xFF, 0xFE]), contentType: "text/plain"),
        Fetch<String>()),
      lines(
        "a line of a stream that cannot be decoded",
        #"{"id": 1, "title": "a", "completed": true}"# + "\nEND\n"),
      lines(
        "a line of a stream that is too long", String(repeating: "a", count: 40),
        options: .init().with(\.maximumLineLength, 32)),
      ErrorText("a stream that is not one of events") {
        for try await _ in try await APIClient.answering(.text("<html>", contentType: .html)).dispatch(
          Events())
        {}
      },
    ]
  }
}
