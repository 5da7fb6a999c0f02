import Foundation
import Requisite

// An app that moves here from Alamofire and Moya: targets as an enum, an interceptor as a layer, validation by status,
// parameters of any values, uploads of several parts, completions.

enum ShopTarget {
  static let products = Endpoint<[Product]>.get("/products")
  static func product(_ id: Int) -> Endpoint<Product> { .get("/products/\(id)") }
  static func add(name: String, cents: Int, note: String?) -> Endpoint<Product> {
    .post("/products", body: ["name": name, "cents": cents, "note": note, "draft": true])
  }
  static func rename(_ id: Int, to name: String) -> Endpoint<Product> {
    .patch("/products/\(id)", body: ["name": name])
  }
  static func photo(_ id: Int, _ file: URL) -> Endpoint<Void> {
    .post("/products/\(id)/photos", body: .multipart([.text("kind", "front"), .file("photo", file)]))
  }
  static func remove(_ id: Int) -> Endpoint<Void> { .delete("/products/\(id)") }
}

nonisolated struct Product: Codable, Sendable, Equatable {
  var id: Int
  var name: String
}

/// What was a RequestInterceptor's `adapt`.
struct TenantHeader: Transport {
  let upstream: any Transport
  let tenant: String

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    request.headers["X-Tenant"] = tenant
    return try await upstream.send(request)
  }
}

struct Shop: Sendable {
  let client: APIClient

  init(terminal: any Transport = DefaultTransport.shared) {
    let stack = TenantHeader(upstream: terminal, tenant: "berlin").retried(attempts: 3).logged()
    client = APIClient(baseURL: "https://shop.example.com", transport: stack)
  }

  /// What was `AF.request(…).validate(statusCode: 200..<300).responseDecodable`.
  func loadProducts(then show: @escaping @MainActor (Result<[Product], NetworkRequestError>) -> Void) {
    client.dispatch(ShopTarget.products, completion: show)
  }

  func add(_ name: String) async -> Product? {
    await client.dispatch(ShopTarget.add(name: name, cents: 250, note: nil), default: nil)
  }

  func replacePhoto(of id: Int, by file: URL) async throws {
    do {
      try await client.dispatch(ShopTarget.photo(id, file).with(\.acceptedStatuses, [201, 204]))
    } catch  where error.status == 413 {
      print("The photo is too large.")
    } catch {
      throw error
    }
  }
}
