// What the samples of the documentation take for granted.
import Requisite
import RequisiteTesting

package struct Todo: Codable, Hashable, Identifiable, Sendable {
  package var id: Int?
  package var title: String
  package var completed: Bool

  package init(id: Int? = nil, title: String, completed: Bool = false) {
    (self.id, self.title, self.completed) = (id, title, completed)
  }
}

package struct User: Codable, Hashable, Identifiable, Sendable {
  package var id: Int
  package var name: String
}

package struct News: Codable, Hashable, Sendable {
  package var headline: String
}

package struct Photo: Codable, Hashable, Sendable {
  package var url: String
}

package struct Session: Codable, Hashable, Sendable {
  package var token: String
}

package struct Login: Codable, Hashable, Sendable {
  package var user: String
  package var password: String
}

package struct ValidationErrors: Codable, Hashable, Sendable {
  package var fields: [String: String]
}

package struct Payment: Codable, Hashable, Sendable {
  package var cents: Int
}

package struct Receipt: Codable, Hashable, Sendable {
  package var id: Int
}

package struct FindTodos: Request {
  package typealias ReturnType = [Todo]
  package let path = "/todos"
  package init() {}
}

package struct FindTodo: Request {
  package typealias ReturnType = Todo
  let id: Int
  package var path: RequestPath { "/todos/\(id)" }
  package init(id: Int) { self.id = id }
}

package struct FindUser: Request {
  package typealias ReturnType = User
  let id: Int
  package var path: RequestPath { "/users/\(id)" }
  package init(id: Int) { self.id = id }
}

package struct AddTodo: Request {
  package typealias ReturnType = Todo
  package let path = "/todos"
  package let method = HTTPMethod.post
  package let body: Todo
  package init(body: Todo) { self.body = body }
}

/// Where an app keeps its secrets.
package struct Keychain: Sendable {
  package func apiKey() async throws -> String { "" }
}

/// Signs requests.
package struct SigningKey: Sendable {
  package let id = ""
  package func signature(of method: HTTPMethod, _ url: URL) -> String { "" }
}

/// Gets a token from whatever gives tokens.
package func logIn(_ old: AccessToken?) async throws -> AccessToken { AccessToken("") }

/// Shows a page to the user until it leads back to the app.
package func showPage(_ url: URL) async throws -> URL { url }

/// Shows something to the user.
package func show(_ value: Any?) {}

package let client = APIClient(baseURL: "https://api.example.com")
package let jar = CookieJar()
package let dispatcher = NetworkDispatcher()
package let session = URLSession.shared
package let keychain = Keychain()
package let tag = "\"1\""
package let queue = DispatchQueue(label: "samples")
package let announcedDigest = String(repeating: "0", count: 64)
package let todo = Todo(title: "Milk")
package let todos = [todo]
package let created = todo
package let token = "secret"
package let password = "secret"
package let secret = Secret("secret")
package let signingKey = SigningKey()
package let oauth = OAuthClient(tokenEndpoint: "https://login.example.com/token", id: "todos")
package let grant = OAuthClient.Grant.clientCredentials()
package let tokens = BearerAuthenticator { old in try await logIn(old) }
package let baseURL = "https://api.example.com"
package let name = "Ann"
package let page = 1
package let cursor: String? = nil
package let address: String? = nil
package let meta = ["place": "sea"]
package let url = URL(fileURLWithPath: "/")
package let problem = ProblemDetails(title: "The title is empty")
package let authenticator = FixedAuthenticator.apiKey("secret", header: "X-Api-Key")
package let stub = StubTransport([])
package let store = MemoryCacheStore()
package let upstream: any Transport = stub
package let turnstile = Turnstile()
package let stream = ByteStream(Data())
package let request = TransportRequest(url: url)
package let response = NetworkResponse(status: 200, request: request)

extension APIEnvironment {
  package static let production = APIEnvironment(name: "Production", baseURL: "https://api.example.com/v1")
  package static let staging = APIEnvironment(name: "Staging", baseURL: "https://staging.example.com/v1")
}

/// Foundation's, which the stand-in for it lacks, because the library does not use it.
extension URLSession {
  package func data(from url: URL) async throws -> (Data, URLResponse) { throw URLError(.badURL) }
}

/// In the place of swift-log's.
package struct Logger: Sendable {
  package enum MetadataValue: Sendable { case string(String) }
  package func info(_ message: String, metadata: [String: MetadataValue]? = nil) {}
}

/// A part of an app that uses a client.
package struct TodoService: Sendable {
  package let client: APIClient
  package init(client: APIClient) { self.client = client }
}

/// A transport of one's own.
package struct MyTransport: TerminalTransport {
  package init() {}
  package func exchange(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    TransportResponse(status: 200, url: request.url)
  }
}

/// A server of one's own.
package struct MyServer: ConformanceServer {
  package init(_ script: ServerScript) throws {}
  package var baseURL: URL { url }
  package var received: [ReceivedMessage] { [] }
  package func stop() {}
}
package let documents = URL(fileURLWithPath: "/home/ann/Documents")
package let configurationFolder = URL(fileURLWithPath: "/home/ann/.config")
/// The header fields of a request that a server of one's own received.
package let incoming = HTTPHeaders()

/// What a decorator of one's own waits at.
package struct Turnstile: Sendable {
  package func pass() async {}
}
