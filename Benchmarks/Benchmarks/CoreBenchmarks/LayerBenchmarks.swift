import Benchmark
import Requisite

/// What each layer costs on a stub: the difference to "no layer".
func measureLayers() {
  for layer in idleLayers() + settings() + cachingLayers() + authenticatingLayers() + observingLayers() {
    measureAsync("layer: \(layer.name)") { _ = try await layer.transport.send(request.get()) }
  }
  let waiting = Suspending(upstream: stub)
  for layer in racingLayers(over: waiting) {
    measureAsync("a call that waits: \(layer.name)") { _ = try await layer.transport.send(request.get()) }
  }
}

/// A layer and what it is called.
typealias Layer = (name: String, transport: any Transport)

private let stub = Answering(data: Data("{}".utf8))

/// Layers with nothing to do.
private func idleLayers() -> [Layer] {
  let much = 1_000_000_000
  return [
    ("no layer", stub),
    ("retried", stub.retried()),
    ("duplicatesRemoved", stub.duplicatesRemoved()),
    ("throttled", stub.throttled(max: 8)),
    ("throttled by host", stub.throttled(max: 8, scope: .perHost)),
    ("rateLimited", stub.rateLimited(much, per: .seconds(1))),
    ("circuitBreaker", stub.circuitBreaker()),
    ("delayed by nothing", stub.delayed(by: .zero)),
    ("deadline", stub.deadline(.seconds(60))),
    ("hedged", stub.hedged(after: .seconds(1))),
    ("StandardStack", StandardStack(on: stub).transport),
  ]
}

/// Layers that race the call against the clock, where it does not answer at once.
private func racingLayers(over transport: some Transport) -> [Layer] {
  [
    ("no layer", transport),
    ("deadline", transport.deadline(.seconds(60))),
    ("hedged", transport.hedged(after: .seconds(1))),
    ("duplicatesRemoved", transport.duplicatesRemoved()),
    ("StandardStack", StandardStack(on: transport).transport),
  ]
}

private func settings() -> [Layer] {
  [
    ("header", stub.header(.userAgent, "todos/1.0")),
    ("authority", stub.authority("api.example.com")),
    ("scheme", stub.scheme("https")),
    ("basePath", stub.basePath("/v1")),
    ("queryItem", stub.queryItem("locale", "en")),
    ("numbered", stub.numbered()),
    ("identified", stub.identified()),
    ("traced", stub.traced()),
  ]
}

private func cachingLayers() -> [Layer] {
  let fresh = Answering(data: Data("{}".utf8), headers: ["Cache-Control": "max-age=86400"])
  let never = Answering(data: Data("{}".utf8), headers: ["Cache-Control": "no-store"])
  return [
    ("cached: a hit in memory", fresh.cached()),
    ("cached: a miss that is not stored", never.cached()),
    ("no layer, no-store", never),
  ]
}

private func authenticatingLayers() -> [Layer] {
  let token = AccessToken("abc", expiry: Date(timeIntervalSinceNow: 86_400))
  let tokens = BearerAuthenticator(store: MemoryTokenStore(token)) { _ in token }
  return [
    ("authenticated: a token that holds", stub.authenticated(with: tokens, for: server)),
    ("authenticated: basic", stub.authenticated(with: .basic(user: "ann", password: "secret"), for: server)),
    ("authenticated: another origin", stub.authenticated(with: tokens, for: "https://other.example")),
  ]
}

private func observingLayers() -> [Layer] {
  [
    ("logged to nowhere", stub.logged(to: Dropping())),
    ("logged, the level off", stub.logged(to: StandardErrorSink(minimum: .error))),
    ("observed by statistics", stub.observed(by: CallStatistics())),
    ("timed, without a record", stub.timed("network")),
  ]
}

private let server: BaseURL = "https://jsonplaceholder.typicode.com"

private let request = Result {
  try TransportRequest(
    authority: "jsonplaceholder.typicode.com", path: "/todos/7", headers: [.accept: "application/json"])
}
