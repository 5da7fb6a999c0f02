import Foundation
import Requisite

/// Uploads a form with a file, and a file by itself. Both are read while they are sent.
@Sendable func runUploads(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Receipt: Decodable, Sendable {
    let bytes: Int
    let type: String
  }

  struct SendPhoto: Request {
    typealias ReturnType = Receipt
    let path = "/uploads"
    let method = HTTPMethod.post
    let body: MultipartForm
    let options: RequestOptions
  }

  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
  try Data(repeating: 0xFF, count: 300_000).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }

  let client = APIClient(baseURL: baseURL)
  let (sent, progress) = AsyncStream.makeStream(of: Int64.self)
  let photo = SendPhoto(
    body: [.text("title", "The sea"), .file("photo", file)],
    options: RequestOptions().with(\.onProgress) { progress.yield($0.bytesSent) })
  let receipt = try await client.dispatch(photo)
  progress.finish()
  let last = await sent.reduce(0) { $1 }
  print("\(receipt.type): \(receipt.bytes == last ? "all" : "some") bytes counted")

  let put = Endpoint<Receipt>.put("/uploads/sea.jpg", body: .file(file, contentType: "image/jpeg"))
  let whole = try await client.dispatch(put)
  print("\(whole.type): \(whole.bytes) bytes")
}
