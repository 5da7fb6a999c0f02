import Foundation
import Requisite

/// Uploads in pieces to a store that wants each request signed as Amazon's does, and lists its objects as XML.
struct SignedUploads: Sendable {
  struct Begin: Request {
    nonisolated struct Upload: Decodable, Sendable { let id: String }
    typealias ReturnType = Upload
    let name: String
    let method = HTTPMethod.post
    var path: RequestPath { "/objects/\(name)" }
    let queryParams = QueryParams(items: [.init("uploads", nil)])
  }

  struct Piece: Request {
    typealias ReturnType = NetworkResponse
    let name: String
    let upload: String
    let number: Int
    let body: HTTPBody
    let method = HTTPMethod.put
    var path: RequestPath { "/objects/\(name)" }
    var queryParams: QueryParams { ["upload": upload, "part": number] }
  }

  struct Finish: Request {
    typealias ReturnType = Void
    let name: String
    let upload: String
    let tags: [String]
    let labels: [String: String]
    let method = HTTPMethod.post
    var path: RequestPath { "/objects/\(name)" }
    var queryParams: QueryParams { ["upload": upload] }
    var body: JSONValue { get throws { ["tags": try JSONValue(encoding: tags)] } }
    var headers: HTTPHeaders {
      labels.sorted { $0.key < $1.key }.reduce(into: HTTPHeaders()) { $0["X-Label-\($1.key)"] = $1.value }
    }
    let options = RequestOptions(isRepeatable: true)
  }

  /// `<List><Key>a</Key><Key>b</Key></List>`
  struct Listing: ResponseConvertible {
    struct Malformed: Error {}
    static var responseForm: ResponseForm { .raw }
    let keys: [String]

    init(response: NetworkResponse, decoder: any ResponseDecoder) throws {
      let text = try response.text()
      guard text.hasPrefix("<List>") else { throw Malformed() }
      keys = text.split(separator: "<Key>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }
  }

  let client: APIClient
  var pieceSize = 5 << 20

  init(store: BaseURL, keyID: String, key: String, terminal: any Transport = DefaultTransport.shared) {
    let signature = AWSSignature(region: "us-east-1", account: keyID) {
      .init(id: keyID, secret: Secret(key))
    }
    client = APIClient(
      baseURL: store,
      transport: terminal.authenticated(with: signature, for: store).throttled(max: 4).retried(attempts: 3))
  }

  func upload(_ file: URL, as name: String, labels: [String: String] = [:]) async throws {
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    let upload = try await client.dispatch(Begin(name: name)).id
    let pieces = stride(from: 0, to: size, by: pieceSize).enumerated().map { number, offset in
      Piece(
        name: name, upload: upload, number: number + 1,
        body: .file(file, offset: offset, length: min(pieceSize, size - offset)))
    }
    let tags = try await client.values(of: pieces, atOnce: 4).map { $0.headers[.eTag] ?? "" }
    try await client.dispatch(Finish(name: name, upload: upload, tags: tags, labels: labels))
  }

  func keys() async throws(NetworkRequestError) -> [String] {
    try await client.dispatch(Endpoint<Listing>.get("/objects")).keys
  }
}
