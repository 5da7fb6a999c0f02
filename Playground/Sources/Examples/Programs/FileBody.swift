import Foundation
import Requisite

/// Sends a file as the whole body, which is read while it is sent. (The program `uploads` shows the progress.)
@Sendable func runFileBody(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Receipt: Decodable {
    let bytes: Int
    let type: String
  }

  struct UploadFilm: Request {
    typealias ReturnType = Receipt
    let path = "/uploads"
    let method = HTTPMethod.post
    let body: HTTPBody
  }

  let film = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
  try Data(repeating: 7, count: 400_000).write(to: film)
  defer { try? FileManager.default.removeItem(at: film) }

  let client = APIClient(baseURL: baseURL)
  let upload = UploadFilm(body: .file(film, contentType: "video/quicktime"))
  let receipt = try await client.dispatch(upload)
  print("\(receipt.type), \(receipt.bytes) bytes")
}
