import Hummingbird
import Requisite

/// A page that the server composes from five services.
public struct Dashboard: ResponseCodable, Equatable, Sendable {
  /// The name of the user.
  public var name: String
  /// The number of todos to do.
  public var openTodos: Int
  /// The titles of the user's posts.
  public var posts: [String]
  /// The number of albums.
  public var albums: Int
  /// The URL of a picture, as text.
  public var picture: String
}

/// A route whose handler calls five services at once, under one deadline.
///
/// The first failure cancels the other calls. A service that is too slow makes the response a 504, any other failure a
/// 502.
public struct DashboardRoutes: Sendable {
  private let services: APIClient
  private let limit: Duration

  /// Creates the routes.
  ///
  /// - Parameters:
  ///   - services: The client of the five services.
  ///   - limit: The time limit of the five calls together. 2 seconds by default: people rarely wait longer for a page.
  public init(services: APIClient, limit: Duration = .seconds(2)) {
    (self.services, self.limit) = (services, limit)
  }

  /// Adds `GET /dashboard/:user` to a router; `user` is an integer.
  public func add(to router: Router<BasicRequestContext>) {
    router.get("dashboard/:user") { _, context in
      try await dashboard(of: try context.parameters.require("user", as: Int.self))
    }
  }

  private func dashboard(of user: Int) async throws -> Dashboard {
    let services = services.with(\.sharedDeadline, CallDeadline(limit))
    do throws(NetworkRequestError) {
      let (person, todos, posts, albums, picture) = try await services.values(
        of: Find<Person>(path: "/users/\(user)"), Find<[Todo]>(path: "/users/\(user)/todos"),
        Find<[Titled]>(path: "/users/\(user)/posts"), Find<[Titled]>(path: "/users/\(user)/albums"),
        Find<Picture>(path: "/photos/\(user)"))
      return Dashboard(
        name: person.name, openTodos: todos.count { !$0.completed }, posts: posts.map(\.title),
        albums: albums.count, picture: picture.url)
    } catch {
      throw HTTPError(error.isTimeout ? .gatewayTimeout : .badGateway)
    }
  }
}

/// A GET request for a value from one of the services.
private struct Find<Value: Decodable & Sendable>: Requisite.Request {
  typealias ReturnType = Value
  var path: String
}

private struct Person: Decodable { var name: String }
private struct Todo: Decodable { var completed: Bool }
private struct Titled: Decodable { var title: String }
private struct Picture: Decodable { var url: String }
