import Hummingbird
import Integrations
import Logging
import PlaceholderServer
import Requisite
import RequisiteTesting
import Testing

@Suite("A handler that calls five services")
struct DashboardRoutesTests {
  @Test(
    "one page is composed of five services of the embedded server", .feature("F30"), .timeLimit(.minutes(1)))
  func embedded() async throws {
    try await PlaceholderServer.run { services in
      try await running(services: APIClient(baseURL: services.baseURL)) { client in
        let dashboard: Dashboard = try await client.dispatch(.get("/dashboard/7"))
        #expect(!dashboard.name.isEmpty && dashboard.picture.hasPrefix("http"))
        #expect(dashboard.posts.count == 10 && dashboard.albums == 10)
        #expect((1..<20).contains(dashboard.openTodos))
      }
    }
  }

  @Test(
    "the five calls share one deadline, and a failure decides between 502 and 504", .feature("F30"),
    .timeLimit(.minutes(1)), arguments: [(nil, 504), (500, 502)] as [(Int?, Int)])
  func failures(service: Int?, page: Int) async throws {
    let stub = StubTransport {
      On(.get, "/photos/7").respond(service.map { .status($0) } ?? .failure(.timedOut))
      On(.get, "/users/7").respond(json: ["name": "Ada"])
      On(.get, "/users/7/todos").respond(json: [["completed": true]])
      On(.get, "/users/7/posts").respond(json: [["title": "tea"]])
      On(.get, "/users/7/albums").respond(json: [["title": "tea"]])
    }
    let services = APIClient(baseURL: "https://services.example.com", transport: stub)
    try await running(services: services) { client in
      let error = await #expect(throws: NetworkRequestError.self) {
        let _: Dashboard = try await client.dispatch(.get("/dashboard/7"))
      }
      #expect(error?.status == page)
    }
    #expect(stub.requests.allSatisfy { $0.deadline?.duration == .seconds(2) })
  }

  /// Runs the routes on a port of the loopback interface while `body` runs.
  private func running(services: APIClient, _ body: (APIClient) async throws -> Void) async throws {
    let router = Router()
    DashboardRoutes(services: services).add(to: router)
    let (ports, port) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "dashboard") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await application.runService(gracefulShutdownSignals: [])
      }
      let number = try #require(await ports.first { _ in true })
      try await body(APIClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(number)"))))
      group.cancelAll()
    }
  }
}
