// expect: error: property 'upstream' must be as accessible as its enclosing type because it matches a requirement in protocol 'Transport'
// C9: a layer cannot hide the layers inside by mistake, so no stack stops caching silently.
import Requisite

struct Passing: Transport {
  private let upstream: any Transport

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await upstream.send(request)
  }
}
