import Foundation
import Requisite

/// GitHub's API by endpoints: a listing that follows links, conditional requests, errors of its own, a limit by the hour.
enum Repositories {
  nonisolated struct Repository: Codable, Sendable, Hashable {
    let name: String
    let stargazersCount: Int
  }

  nonisolated struct Failure: Codable, Sendable { let message: String }

  static func client(token: String, terminal: any Transport = DefaultTransport.shared) -> APIClient {
    var stack = StandardStack(on: terminal)
    stack.authenticator = .bearer(token)
    stack.authenticatedOrigins = ["https://api.github.example"]
    stack.rateLimit = .byServer
    return APIClient(
      baseURL: "https://api.github.example", json: JSONCoding(keys: .snakeCase),
      headers: [.userAgent: "stars/1.0", .accept: "application/vnd.github+json"], stack: stack)
  }

  static func of(_ user: String) -> Endpoint<[Repository]> {
    .get("/users/\(user)/repos", query: ["per_page": 100, "sort": "pushed"])
  }

  static func star(_ owner: String, _ name: String) -> Endpoint<Void> {
    .put("/user/starred/\(owner)/\(name)")
  }

  static func readme(_ owner: String, _ name: String) -> Endpoint<String> {
    .get("/repos/\(owner)/\(name)/readme", keyPath: "content")
  }

  /// All stars of a user, as the service counts them.
  static func stars(of user: String, with client: APIClient) async throws -> Int {
    var sum = 0
    for try await repository in client.items(of: Repositories.of(user)) { sum += repository.stargazersCount }
    return sum
  }

  /// What to tell the user after a failed call.
  static func words(for error: NetworkRequestError) -> String {
    if let wait = error.response?.retryAfter { return "Try again in \(wait)." }
    if let failure = try? error.decoded(as: Failure.self) { return failure.message }
    return error.userMessage
  }
}
