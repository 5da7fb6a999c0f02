import Foundation
import Requisite
import RequisiteWebSocket

/// Prices as they change, over a WebSocket that is opened again after it was lost.
@MainActor final class LivePrices {
  nonisolated struct Tick: Codable, Sendable, Equatable {
    let symbol: String
    let price: Double
  }

  nonisolated struct Subscription: Codable, Sendable { let subscribe: [String] }

  struct Ticker: Request {
    typealias ReturnType = WebSocket<Tick, Subscription>
    let path = "/ticker"
  }

  private(set) var prices: [String: Double] = [:]
  private(set) var message: String?
  private let client: APIClient
  private var watching: Task<Void, Never>?

  init(client: APIClient) { self.client = client }

  func watch(_ symbols: [String]) {
    watching?.cancel()
    watching = Task {
      do {
        let socket = try await client.dispatch(Ticker())
        try await socket.send(Subscription(subscribe: symbols))
        for try await tick in socket { prices[tick.symbol] = tick.price }
      } catch let error as NetworkRequestError {
        if !error.isCancellation { message = error.userMessage }
      } catch {
        message = "\(error)"
      }
    }
  }

  func stop() { watching?.cancel() }
}
