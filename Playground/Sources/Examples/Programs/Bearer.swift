import Requisite

/// Sends a token with each call to one origin, and reads why the server does not accept an issue.
@Sendable func runBearer(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Issue: Codable, Sendable {
    var number: Int?
    var title: String
  }

  struct Problem: Decodable {
    let message: String
  }

  struct AddIssue: Request {
    typealias ReturnType = Issue
    let path = "/repos/ann/todos/issues"
    let method = HTTPMethod.post
    let body: Issue
  }

  let stack = DefaultTransport.shared.authenticated(with: .bearer("gh-token"), for: baseURL)
  let client = APIClient(baseURL: baseURL, transport: stack)
  let issues: [Issue] = try await client.dispatch(.get("/repos/ann/todos/issues"))
  print("\(issues.count) issues")
  do {
    print("created #\(try await client.dispatch(AddIssue(body: Issue(title: ""))).number ?? 0)")
  } catch  where error.status == 422 {
    print(try error.response?.decoded(as: Problem.self).message ?? "not accepted")
  } catch {
    throw error
  }
}
