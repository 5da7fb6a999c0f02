import BenchmarkClients
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLSession.shared` with its own asynchronous functions, and a decoder.
struct URLSessionClient: BenchmarkClient {
  let name = "URLSession.shared"
  private let base: String
  private let decoder = JSONDecoder()

  init(_ server: BenchmarkServer) { base = server.base }

  func todo() async throws { _ = try decoder.decode(Todo.self, from: try await data("/todo")) }
  func todos() async throws { _ = try decoder.decode([Todo].self, from: try await data("/todos")) }
  func bytes(_ path: String) async throws -> Int { try await data(path).count }

  func upload(_ file: URL) async throws -> Int {
    var request = URLRequest(url: try url("/upload"))
    request.httpMethod = "POST"
    let (_, response) = try await URLSession.shared.upload(for: request, fromFile: file)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  private func url(_ path: String) throws -> URL {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    return url
  }

  private func data(_ path: String) async throws -> Data {
    try await URLSession.shared.data(from: try url(path)).0
  }
}
