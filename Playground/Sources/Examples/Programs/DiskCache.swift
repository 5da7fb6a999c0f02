import Foundation
import Requisite

/// Reads through a cache on disk, which is still there in the next run of a program.
@Sendable func runDiskCache(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Weather: Decodable {
    let text: String
  }

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }

  for run in 1...2 {
    let store: DiskCacheStore = try .disk(at: folder)
    let client = APIClient(baseURL: baseURL, transport: DefaultTransport.shared.cached(in: store))
    let response = try await client.response(for: Endpoint<Weather>.get("/weather"))
    print("run \(run): \(response.value.text), a \(response.cacheDecision?.outcome.rawValue ?? "miss")")
    await store.flush()  // at the end of a program, because a call does not wait for the disk
  }
}
