import Foundation
import Requisite

nonisolated struct Payment: Decodable, Sendable, Equatable {
  enum Status: String, Decodable, Sendable {
    case requiresAction = "requires_action"
    case succeeded, canceled
  }
  let id: String
  let amount: Int
  let status: Status
  let created: Date
}

/// A service of payments: forms with nested names, one key for each order, a list with a cursor, and declined cards.
struct Payments: Sendable {
  nonisolated struct Page: Decodable, Sendable {
    let data: [Payment]
    let hasMore: Bool
  }

  nonisolated struct Declined: Decodable, Sendable {
    nonisolated struct Detail: Decodable, Sendable { let declineCode: String? }
    let error: Detail
  }

  struct Pay: Request {
    typealias ReturnType = Payment
    let order: String
    let cents: Int
    var customer: String?
    let path = "/v1/payments"
    let method = HTTPMethod.post
    var body: FormFields {
      ["amount": cents, "customer": customer, "metadata[order]": order, "methods[]": ["card", "link"]]
    }
    // The same key after a restart of the program: an order is paid once.
    var options: RequestOptions { RequestOptions().with(\.idempotencyKey, "order-\(order)") }
  }

  struct List: Request {
    typealias ReturnType = Page
    enum Order: String, QueryValue { case newest = "desc", oldest = "asc" }
    var order: Order?
    var since: Date?
    var after: String?
    let path = "/v1/payments"
    var queryParams: QueryParams {
      [
        "order": order, "created[gte]": since.map { Int($0.timeIntervalSince1970) },
        "starting_after": after,
      ]
    }
  }

  enum Outcome: Sendable, Equatable {
    case paid(Payment)
    case declined(String)
    case tryLater(after: Duration?)
  }

  private let client: APIClient

  init(key: String, terminal: any Transport = DefaultTransport.shared) {
    client = APIClient(
      baseURL: "https://api.payments.example", json: JSONCoding(keys: .snakeCase, dates: .secondsSince1970),
      headers: ["Payments-Version": "2026-10-01"], credentials: .bearer(key),
      transport: terminal.retried(.exponential(from: .milliseconds(10))))
  }

  func pay(_ order: String, cents: Int) async throws -> Outcome {
    do {
      return .paid(try await client.dispatch(Pay(order: order, cents: cents)))
    } catch  where error.status == 402 {
      return .declined(try error.decoded(as: Declined.self)?.error.declineCode ?? "unknown")
    } catch  where error.isRetryable {
      return .tryLater(after: error.response?.retryAfter)
    } catch {
      throw error
    }
  }

  func refund(_ payment: Payment, cents: Int? = nil) async throws(NetworkRequestError) {
    let fields: FormFields = ["payment": payment.id, "amount": cents]
    try await client.dispatch(.post("/v1/refunds", body: fields).with(\.idempotencyKey, .automatic))
  }

  func total(since: Date) async throws -> Int {
    let list = List(order: .newest, since: since)
    let payments = client.items(of: list, in: \.data) { page in
      guard page.value.hasMore, let last = page.value.data.last else { return nil }
      return List(order: list.order, since: list.since, after: last.id)
    }
    return try await payments.filter { $0.status == .succeeded }.reduce(0) { $0 + $1.amount }
  }
}
