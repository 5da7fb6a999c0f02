import Foundation
import Requisite

/// Sends a form with a text and bytes, as an endpoint.
@Sendable func runMultipart(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Receipt: Decodable {
    let type: String
  }

  let client = APIClient(baseURL: baseURL)
  let form: MultipartForm = [
    .text("title", "The sea"), .data("photo", Data([0xFF, 0xD8]), fileName: "sea.jpg"),
  ]
  let receipt: Receipt = try await client.dispatch(.post("/uploads", body: form))
  print(receipt.type)
}
