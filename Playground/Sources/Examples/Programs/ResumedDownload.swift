import Foundation
import Requisite

/// Downloads a large file over a poor connection. After the connection breaks, only the rest is requested. The part
/// that arrived stays on disk, so the next run of the program would resume as well.
@Sendable func runResumedDownload(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Image: Request {
    typealias ReturnType = DownloadedFile
    let path = "/files/image.iso"
  }

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }

  let client = APIClient(baseURL: baseURL)
  let file = try await client.download(
    Image(), to: folder.appendingPathComponent("image.iso"), retrying: .constant(.zero))
  let bytes = try Data(contentsOf: file.url)
  let isWhole = bytes.enumerated().allSatisfy { Int($1) == $0 % 251 }
  print(
    "\(file.byteCount) bytes, \(isWhole ? "whole" : "broken"), the last part with status \(file.response.status)"
  )
}
