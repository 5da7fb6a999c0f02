import Requisite

/// A client of GitHub's REST API: a token and a version on each request, pages by `Link`, and the service's errors as a
/// type.
struct GitHub: Sendable {
  struct Issue: Codable, Sendable {
    let number: Int
    let title: String
  }

  /// The body of a response in which GitHub refuses a request.
  struct Failure: Decodable, Sendable {
    struct Detail: Decodable, Sendable {
      let field: String
      let code: String
    }
    let message: String
    let errors: [Detail]?
  }

  struct OpenIssues: Request {
    typealias ReturnType = [Issue]
    let repository: String
    var path: RequestPath { "/repos/ann/\(repository)/issues" }
    let queryParams: QueryParams = ["state": "open"]
  }

  struct CreateIssue: Request {
    typealias ReturnType = Issue
    let repository: String
    let title: String
    var path: RequestPath { "/repos/ann/\(repository)/issues" }
    let method = HTTPMethod.post
    var body: [String: String] { ["title": title] }
  }

  let client: APIClient

  init(baseURL: String, token: String) {
    let stack = DefaultTransport.shared
      .authenticated(with: .bearer(token), for: baseURL)
      .retried(.exponential())
      // Stored pages are fresh for a minute, and revalidated with their entity tags after that: a 304 costs no quota.
      .cached()
      // GitHub refuses calls without a User-Agent.
      .headers(["X-GitHub-Api-Version": "2022-11-28", .userAgent: "ann-todos/1.0"])
    client = APIClient(baseURL: baseURL, transport: stack)
  }

  func openIssues(of repository: String) async throws(NetworkRequestError) -> [Issue] {
    var issues: [Issue] = []
    for try await page in client.pages(of: OpenIssues(repository: repository)) { issues += page.value }
    return issues
  }
}

@Sendable func runGitHub(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let github = GitHub(baseURL: baseURL, token: "gh-token")
  for issue in try await github.openIssues(of: "todos") { print("#\(issue.number) \(issue.title)") }

  let created = try await github.client.dispatch(
    GitHub.CreateIssue(repository: "todos", title: "Learn to whittle"))
  print("created #\(created.number)")

  do {
    _ = try await github.client.dispatch(GitHub.CreateIssue(repository: "todos", title: ""))
  } catch .error4xx(let response) {
    let failure = try response.decoded(as: GitHub.Failure.self)
    print("\(failure.message): \(failure.errors?.map { "\($0.field) \($0.code)" }.joined() ?? "")")
  } catch {
    print("\(error)")
  }

  do {
    _ = try await GitHub(baseURL: baseURL, token: "wrong").openIssues(of: "todos")
  } catch .unauthorized {
    print("wrong token")
  } catch {
    print("\(error)")
  }
}
