import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Speaks HTTP to the server over the loopback interface, as any client would.
struct Client {
  let baseURL: URL

  func get(_ target: String) async throws -> Answer {
    try await send("GET", target)
  }

  func send(
    _ method: String, _ target: String, _ body: String? = nil, as mediaType: String = "application/json",
    accepting accept: String? = nil, ifNoneMatch tag: String? = nil
  ) async throws -> Answer {
    let url = try #require(URL(string: baseURL.absoluteString + target))
    var request = URLRequest(url: url, timeoutInterval: 60)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    if body != nil { request.setValue(mediaType, forHTTPHeaderField: "Content-Type") }
    if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    if let accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answer(response: try #require(response as? HTTPURLResponse), data: data)
  }
}
