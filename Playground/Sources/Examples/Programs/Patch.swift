import Requisite
import TodoAPI

/// Changes a part of a record: what the object does not have stays, and what is null is removed.
@Sendable func runPatch(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Note: Decodable {
    let title: String
    let due: String?
  }

  let client = APIClient(baseURL: baseURL)
  let dated: Note = try await client.dispatch(.patch("/todos/1", body: ["due": "tomorrow", "title": "Rest"]))
  print("\(dated.title), due \(dated.due ?? "never")")
  let undated: Note = try await client.dispatch(.patch("/todos/1", body: ["due": nil as String?]))
  print("\(undated.title), due \(undated.due ?? "never")")
}
