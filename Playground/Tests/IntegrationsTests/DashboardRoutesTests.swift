import Hummingbird
import HummingbirdTesting
import Integrations
import PlaceholderServer
import Requisite
import RequisiteTesting
import Testing

@Suite("A handler that calls five services")
struct DashboardRoutesTests {
  private func application(_ services: APIClient) -> some ApplicationProtocol {
    let router = Router()
    DashboardRoutes(services: services).add(to: router)
    return Application(router: router)
  }

  @Test("F30: one page is composed of five services of the embedded server", .timeLimit(.minutes(1)))
  func embedded() async throws {
    try await PlaceholderServer.run { server in
      let services = APIClient(baseURL: server.baseURL)
      try await application(services).test(.router) { client in
        try await client.execute(uri: "/dashboard/7", method: .get) { response in
          #expect(response.status == .ok)
          let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(buffer: response.body))
          #expect(!dashboard.name.isEmpty && dashboard.picture.hasPrefix("http"))
          #expect(dashboard.posts.count == 10 && dashboard.albums == 10)
          #expect((1..<20).contains(dashboard.openTodos))
        }
      }
    }
  }

  @Test(
    "the five calls share one deadline; the first failure decides between 502 and 504", arguments: [500, 0])
  func failures(status: Int) async throws {
    let stub = StubTransport {
      On(.get, "/photos/7").respond(status == 0 ? .failure(.timedOut) : .status(status))
      On(.get, "/users/7").respond(json: ["name": "Ada"])
      On(.get, "/users/7/todos").respond(json: [["completed": true]])
      On(.get, "/users/7/posts").respond(json: [["title": "tea"]])
      On(.get, "/users/7/albums").respond(json: [["title": "tea"]])
    }
    let services = APIClient(baseURL: "https://services.example.com", transport: stub)
    try await application(services).test(.router) { client in
      try await client.execute(uri: "/dashboard/7", method: .get) { response in
        #expect(response.status == (status == 0 ? .gatewayTimeout : .badGateway))
      }
    }
    #expect(stub.requests.allSatisfy { $0.deadline?.duration == .seconds(2) })
  }
}
