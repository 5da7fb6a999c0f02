import Foundation
import Requisite

/// Calls through the layers of a stack on top of a transport, for what the layers cost.
package struct StackClient: BenchmarkClient {
  package let name: String
  private let client: APIClient
  private let count = CallCount()

  package init(_ name: String, _ server: BenchmarkServer, _ transport: any Transport) {
    self.name = name
    client = APIClient(baseURL: server.base, transport: transport)
  }

  /// The bare transport, each layer of `StandardStack` alone, and the whole stack.
  package static func layers(_ server: BenchmarkServer, over transport: CurlTransport) -> [StackClient] {
    [
      StackClient("bare transport", server, transport),
      StackClient("retried", server, transport.retried(.exponential())),
      StackClient("throttled", server, transport.throttled(max: 64, scope: .perHost)),
      StackClient("duplicatesRemoved", server, transport.duplicatesRemoved()),
      StackClient("cached", server, transport.cached(in: MemoryCacheStore())),
      StackClient("StandardStack", server, StandardStack(on: transport).transport),
    ]
  }

  /// `GET /kept`, decoded, with another query each time, so that no response is reused. The response may be stored.
  package func todo() async throws { _ = try await client.dispatch(FindKept(number: count.next())) }

  package func todos() async throws { _ = try await client.dispatch(FindTodos()) }

  /// Returns the length of a body; a response that may be stored is reused.
  package func bytes(_ path: String) async throws -> Int {
    try await client.dispatch(FindBytes(path: path)).count
  }
}

/// The response that may be stored for an hour, under as many URLs as there are numbers.
private struct FindKept: Request {
  typealias ReturnType = Todo
  let path = "/kept"
  let queryParams: QueryParams

  init(number: Int) { queryParams = ["number": "\(number)"] }
}

/// Numbers calls.
///
/// `@unchecked Sendable` because the lock guards the number.
private final class CallCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
