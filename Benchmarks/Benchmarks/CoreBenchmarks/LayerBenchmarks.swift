import Benchmark
import Requisite

/// What each layer costs where it has nothing to do: the difference to "no layer". The deadline and the hedge always
/// have something to do, for they race the call against the clock.
func measureLayers() {
  let stub = Answering(data: Data("{}".utf8))
  let much = 1_000_000_000
  let layers: [(name: String, transport: any Transport)] = [
    ("no layer", stub),
    ("retried", stub.retried()),
    ("duplicatesRemoved", stub.duplicatesRemoved()),
    ("throttled", stub.throttled(max: 8)),
    ("throttled by host", stub.throttled(max: 8, scope: .perHost)),
    ("rateLimited", stub.rateLimited(much, per: .seconds(1))),
    ("circuitBroken", stub.circuitBroken()),
    ("delayed by nothing", stub.delayed(by: .zero)),
    ("deadline", stub.deadline(.seconds(60))),
    ("hedged", stub.hedged(after: .seconds(1))),
  ]
  for layer in layers {
    measureAsync("layer: \(layer.name)") {
      _ = try await layer.transport.send(request.get())
    }
  }
}

private let request = Result {
  try TransportRequest(
    authority: "jsonplaceholder.typicode.com", path: "/todos/7", headers: [.accept: "application/json"])
}
