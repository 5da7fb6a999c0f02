import Foundation
import Requisite

/// A gateway that asks three services within one deadline: the slowest is hedged, an optional one may fail.
struct Gateway: Sendable {
  nonisolated struct Product: Codable, Sendable { let id: Int; let name: String }
  nonisolated struct Price: Codable, Sendable { let cents: Int }
  nonisolated struct Review: Codable, Sendable { let stars: Int }

  struct Page: Sendable {
    let product: Product
    let price: Price
    let stars: Double?
  }

  let products: APIClient
  let prices: APIClient
  let reviews: APIClient

  init(terminal: any Transport = DefaultTransport.shared) {
    var stack = StandardStack(on: terminal)
    stack.hedgeDelay = .milliseconds(150)
    stack.circuitBreaker = CircuitBreaker()
    stack.retry = .exponential(attempts: 2)
    products = APIClient(baseURL: "https://products.internal", stack: stack)
    stack.cache = nil
    prices = APIClient(baseURL: "https://prices.internal", stack: stack)
    stack.retry = nil
    reviews = APIClient(baseURL: "https://reviews.internal", stack: stack)
  }

  private static func average(of reviews: [Review]) -> Double? {
    reviews.isEmpty ? nil : Double(reviews.map(\.stars).reduce(0, +)) / Double(reviews.count)
  }

  func page(
    of id: Int, traceparent: String?, by deadline: CallDeadline = CallDeadline(.seconds(1))
  ) async throws(NetworkRequestError) -> Page {
    let limit = RequestOptions().with(\.sharedDeadline, deadline)
    async let product = products.result(
      of: Endpoint<Product>.get("/products/\(id)", options: limit).header("traceparent", traceparent))
    async let price = prices.result(of: Endpoint<Price>.get("/prices/\(id)", options: limit))
    async let found = reviews.dispatch(
      Endpoint<[Review]>.get("/reviews", query: ["product": id], options: limit), default: nil)
    return Page(
      product: try await product.get(), price: try await price.get(),
      stars: Self.average(of: await found ?? []))
  }
}
