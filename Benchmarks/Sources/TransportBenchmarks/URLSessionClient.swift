import BenchmarkClients
import Foundation
import Requisite

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLSession.shared`, or a session with more connections, with its own asynchronous functions, and a decoder.
struct URLSessionClient: BenchmarkClient {
  let name: String
  private let session: URLSession
  private let base: String
  private let decoder: any ResponseDecoder

  init(_ server: BenchmarkServer, decoder: any ResponseDecoder, connections: Int? = nil) {
    (base, self.decoder) = (server.base, decoder)
    guard let connections else {
      (name, session) = ("URLSession.shared", .shared)
      return
    }
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = connections
    (name, session) = ("URLSession", URLSession(configuration: configuration))
  }

  func todo() async throws { _ = try decoder.decode(Todo.self, from: try await data("/todo")) }
  func todos() async throws { _ = try decoder.decode([Todo].self, from: try await data("/todos")) }
  func bytes(_ path: String) async throws -> Int { try await data(path).count }

  func upload(_ file: URL) async throws -> Int {
    var request = URLRequest(url: try url("/upload"))
    request.httpMethod = "POST"
    let (_, response) = try await session.upload(for: request, fromFile: file)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  private func url(_ path: String) throws -> URL {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    return url
  }

  private func data(_ path: String) async throws -> Data {
    try await session.data(from: try url(path)).0
  }
}
