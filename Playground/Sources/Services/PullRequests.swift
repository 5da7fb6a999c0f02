import Foundation
import Requisite

nonisolated struct PullRequest: Decodable, Sendable, Equatable {
  let title: String
}

/// The open pull requests of a repository, by GraphQL and a cursor, and news by a conditional request.
struct PullRequests: Sendable {
  nonisolated struct Found: Decodable, Sendable {
    nonisolated struct Repository: Decodable, Sendable { let pullRequests: Connection }
    nonisolated struct Connection: Decodable, Sendable {
      let nodes: [PullRequest]
      let pageInfo: PageInfo
    }
    nonisolated struct PageInfo: Decodable, Sendable {
      let hasNextPage: Bool
      let endCursor: String?
    }
    let repository: Repository
  }

  struct Page: Request {
    typealias ReturnType = GraphQL.Result<Found>
    let repository: String
    var cursor: String?
    let path = "/graphql"
    let method = HTTPMethod.post
    var body: GraphQL.Query {
      GraphQL.Query(
        """
        query($name: String!, $after: String) {
          repository(name: $name) {
            pullRequests(first: 50, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } }
          }
        }
        """, variables: ["name": repository, "after": cursor])
    }
    let options = RequestOptions(isRepeatable: true)
  }

  let client: APIClient

  func all(of repository: String) async throws(NetworkRequestError) -> [PullRequest] {
    let pages = client.pages(of: Page(repository: repository)) { page in
      let info = page.value.data.repository.pullRequests.pageInfo
      return info.hasNextPage ? Page(repository: repository, cursor: info.endCursor) : nil
    }
    var found: [PullRequest] = []
    for try await page in pages { found += page.value.data.repository.pullRequests.nodes }
    return found
  }

  /// What is new since the last time, and the tag of this time; nil if nothing is.
  func news(of repository: String, since tag: String?) async throws -> (titles: [String], tag: String?)? {
    // "owner/name" is two segments.
    let name = repository.split(separator: "/").map(String.init)
    let request = Endpoint<[PullRequest]>.get("/repos/\(segments: name)/news").header(.ifNoneMatch, tag)
    do {
      let response = try await client.response(for: request)
      return (response.value.map(\.title), response.headers[.eTag])
    } catch  where error.status == 304 {
      return nil
    } catch {
      throw error
    }
  }
}
