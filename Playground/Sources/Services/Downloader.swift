import Foundation
import Requisite

/// A downloader of large files: several at a time, resumed after interruptions, checked by their digests.
struct Downloader: Sendable {
  struct Item: Sendable {
    let url: URL
    let name: String
    let sha256: String?
  }

  let client: APIClient
  let folder: URL

  init(folder: URL, terminal: any Transport = DefaultTransport.shared) {
    self.folder = folder
    client = APIClient(
      baseURL: "https://downloads.example.com", transport: terminal.throttled(max: 3),
      options: RequestOptions(timeout: .seconds(30)))
  }

  /// Downloads all items, and returns the error of each that failed.
  func run(_ items: [Item]) async -> [String: NetworkRequestError] {
    await withTaskGroup(of: (String, NetworkRequestError?).self) { group in
      for item in items { group.addTask { (item.name, await failure(of: item)) } }
      var failures: [String: NetworkRequestError] = [:]
      for await (name, error) in group { failures[name] = error }
      return failures
    }
  }

  private func failure(of item: Item) async -> NetworkRequestError? {
    do throws(NetworkRequestError) {
      let file = try await client.download(
        item.url, to: folder.appending(path: item.name), replacing: true,
        verifying: item.sha256.map { .sha256($0) }, retrying: .exponential(attempts: 8))
      print(file.byteCount, "bytes")
      return nil
    } catch {
      return error
    }
  }
}
