import Requisite

/// The work of a server's handler for one page: it calls several services at once, waits no longer than the reader
/// would, and shows what has arrived by then.
struct Dashboard: Sendable {
  struct Tile: Decodable, Sendable { let text: String }

  let client: APIClient

  /// Returns the texts of the tiles by name. The text of a tile that failed or took too long says so.
  func tiles(_ names: [String], within deadline: Duration) async -> [String: String] {
    await withTaskGroup(of: (String, String).self) { group in
      for name in names {
        group.addTask { (name, await text(of: name, within: deadline)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func text(of name: String, within deadline: Duration) async -> String {
    let tile = Endpoint<Tile>.get("/\(name)").options(RequestOptions(deadline: deadline))
    do {
      return try await client.dispatch(tile).text
    } catch .deadlineExceeded {
      return "too late"
    } catch {
      return "failed: \(error.status.map(String.init) ?? "no response")"
    }
  }
}

@Sendable func runDashboard(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let dashboard = Dashboard(client: APIClient(baseURL: baseURL))
  let tiles = await dashboard.tiles(["weather", "news", "traffic"], within: .seconds(2))
  for (name, text) in tiles.sorted(by: { $0.key < $1.key }) { print("\(name): \(text)") }
}
