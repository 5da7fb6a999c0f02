import Foundation
import Requisite

/// A store of objects in the manner of S3: a key, conditional writes, downloads that are checked, listings page by page.
struct ObjectStore: Sendable {
  nonisolated struct Listing: Codable, Sendable {
    var keys: [String]
    var next: String?
  }

  struct List: Request {
    typealias ReturnType = Listing
    let bucket: String
    var after: String?
    var path: RequestPath { "/\(bucket)" }
    var queryParams: QueryParams { ["prefix": "photos/", "after": after, "limit": 100] }
  }

  struct Put: Request {
    typealias ReturnType = NetworkResponse
    let bucket: String
    let key: String
    let body: HTTPBody
    let method = HTTPMethod.put
    var path: RequestPath { "/\(bucket)/\(key)" }
  }

  struct Get: Request {
    typealias ReturnType = DownloadedFile
    let bucket: String
    let key: String
    var path: RequestPath { "/\(bucket)/\(key)" }
  }

  let client: APIClient

  init(baseURL: String, secret: String, terminal: any Transport = DefaultTransport.shared) {
    var stack = StandardStack(on: terminal)
    stack.authenticator = .apiKey(secret, header: "X-Signature")
    stack.authenticatedOrigins = [BaseURL(baseURL)]
    stack.cache = nil
    client = APIClient(baseURL: baseURL, stack: stack)
  }

  /// Uploads a file, but never over another's.
  func upload(_ file: URL, to bucket: String, as key: String, progress: @escaping @Sendable (Double) -> Void)
    async throws -> String?
  {
    let put = Put(bucket: bucket, key: key, body: .file(file, contentType: "image/jpeg"))
      .header(.ifNoneMatch, "*")
      .with(\.onProgress) { progress($0.fractionCompleted ?? 0) }
    do {
      return try await client.dispatch(put).headers[.eTag]
    } catch  where error.status == 412 {
      return nil
    } catch {
      throw error
    }
  }

  func download(_ key: String, from bucket: String, to place: URL, sha256: String) async throws -> Int64 {
    try await client.download(
      Get(bucket: bucket, key: key), to: place, replacing: true, verifying: .sha256(sha256)
    ).byteCount
  }

  func keys(in bucket: String) async throws -> [String] {
    var keys: [String] = []
    var page = try await client.dispatch(List(bucket: bucket))
    keys += page.keys
    while let next = page.next {
      page = try await client.dispatch(List(bucket: bucket, after: next))
      keys += page.keys
    }
    return keys
  }
}
