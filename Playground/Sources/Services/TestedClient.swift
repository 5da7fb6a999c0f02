import Foundation
import Requisite
import RequisiteTesting

/// What the tests of an app check, without a network and without waiting.
enum TestedClient {
  nonisolated struct Order: Codable, Sendable, Equatable {
    var id: Int
    var state: String
  }

  struct PlaceOrder: Request {
    typealias ReturnType = Order
    let path = "/orders"
    let method = HTTPMethod.post
    let body: JSONValue
    let options = RequestOptions().with(\.idempotencyKey, .automatic)
  }

  struct Unexpected: Error { let what: String }

  static func expect(_ holds: Bool, _ what: String) throws { if !holds { throw Unexpected(what: what) } }

  /// An order is sent once more after a 503, with the same key, and the wait is not real.
  static func retries() async throws {
    let clock = TestClock()
    let stub = StubTransport {
      On(.post, "/orders").json(["item": 7, "note": nil] as JSONValue)
        .respond(status: 503).then(.json(["id": 1, "state": "open"] as JSONValue, status: 201))
    }
    let client = APIClient(
      baseURL: "https://shop.example.com", transport: stub.retried(attempts: 2), clock: CallClock(clock))
    let order = try await clock.run { try await client.dispatch(PlaceOrder(body: ["note": nil, "item": 7])) }
    try expect(order == Order(id: 1, state: "open"), "the order")
    try expect(stub.requests.count == 2, "two attempts")
    let keys = Set(stub.requests.map { $0.headers[.idempotencyKey] })
    try expect(keys.count == 1, "one key")
    try stub.verify()
  }

  /// Leaving a screen cancels its call.
  static func cancels() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(.json(text: "[]").after(.seconds(60))) }
    let client = APIClient(baseURL: "https://shop.example.com", transport: stub, clock: CallClock(clock))
    let call = Task { await client.result(of: Endpoint<[Order]>.get("/orders")) }
    try await stub.requests(atLeast: 1)
    call.cancel()
    if case .failure(let error) = await call.value { try expect(error == .cancelled, "cancelled") }
  }

  /// A literal answers a request, and a list of events a stream.
  static func literals() async throws {
    let stub = StubTransport {
      On(.get, "/orders/1").respond(json: ["id": 1, "state": "open", "tags": [nil, "x"]])
      On(.get, "/orders/events").respond(events: [ServerSentEvent(data: #"{"id":1,"state":"sent"}"#)])
      On(.get, "/orders/2").respond(status: 404)
    }
    let client = APIClient(baseURL: "https://shop.example.com", transport: stub)
    let order: Order = try await client.dispatch(.get("/orders/1"))
    try expect(order.state == "open", "state")
    for try await event in try await client.dispatch(Endpoint<ServerSentEvents>.get("/orders/events")) {
      try expect(try event.decoded(as: Order.self).state == "sent", "event")
    }
    let missing = await client.dispatch(Endpoint<Order>.get("/orders/2"), default: nil)
    try expect(missing == nil, "nil")
  }
}
