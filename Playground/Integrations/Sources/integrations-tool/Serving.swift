import HTTPTypes
import Hummingbird
import Integrations
import Logging
import PlaceholderServer
import Requisite

/// Sends a request of swift-http-types, as a server that forwards it would, and converts the response.
@Sendable func forward(to server: PlaceholderServer) async throws {
  let request = HTTPRequest(
    method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/todos?_limit=1")
  let response = try await DefaultTransport.shared.send(try TransportRequest(request))
  guard let head = response.httpResponse else { return print("  not a response of swift-http-types") }
  print("  \(request.path ?? ""): \(head.status.code), \(head.headerFields[.contentType] ?? "no type")")
}

/// Starts a server of Hummingbird, whose one page is composed of five services, and gets the page.
@Sendable func composePage(of services: PlaceholderServer) async throws {
  let router = Router()
  DashboardRoutes(services: APIClient(baseURL: services.baseURL)).add(to: router)
  let (ports, port) = AsyncStream<Int>.makeStream()
  let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
    logger: Logger(label: "dashboard") { _ in SwiftLogNoOpLogHandler() })
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await application.runService(gracefulShutdownSignals: []) }
    for await number in ports {
      let client = APIClient(baseURL: BaseURL("http://127.0.0.1:\(number)"))
      let page: Dashboard = try await client.dispatch(.get("/dashboard/7"))
      print("  \(page.name): \(page.openTodos) open todos, \(page.posts.count) posts, \(page.albums) albums")
      break
    }
    group.cancelAll()
  }
}
