import Foundation
import Requisite

/// A service in front of another one: it passes requests on, measures them, and answers from its cache while the other fails.
struct Edge: Sendable {
  /// Writes each event of a call as JSON.
  struct JSONLog: CallObserver {
    let write: @Sendable (String) -> Void

    func observe(_ event: CallEvent) {
      var line: JSONValue = ["level": .string("\(event.level)")]
      for field in event.fields { line[field.name] = .string("\(field.value)") }
      write("\(line)")
    }
  }

  /// Two further attempts, but none after half a second.
  struct Brief: RetryPolicy {
    func delay(after failure: FailedAttempt) -> Duration? {
      guard failure.isTransient, failure.number < 3, failure.elapsed < .milliseconds(500) else { return nil }
      return .milliseconds(10 * failure.number)
    }
  }

  let statistics = CallStatistics()
  private let client: APIClient

  init(
    upstream: BaseURL, key: String, terminal: any Transport = DefaultTransport.shared,
    log: @escaping @Sendable (String) -> Void
  ) {
    let stack =
      terminal
      .authenticated(with: .apiKey(key, header: "X-Api-Key"), for: upstream)
      .traced()
      .throttled(max: 16, queue: 64)
      .hedged(after: .milliseconds(80))
      .circuitBreaker(CircuitBreaker(minimumCalls: 20, scope: .perPathPrefix(segments: 1)))
      .retried(Brief())
      .cached()
      .duplicatesRemoved()
      .observed(by: statistics)
      .observed(by: JSONLog(write: log))
    client = APIClient(
      baseURL: upstream, transport: stack, options: RequestOptions(acceptedStatuses: Set(200..<500)))
  }

  /// Passes a request on, whatever its method, with the deadline of its caller.
  func forward(
    _ method: HTTPMethod, _ path: String, query: [String: String] = [:], headers: HTTPHeaders = [:],
    body: Data? = nil, deadline: CallDeadline
  ) async throws(NetworkRequestError) -> (status: Int, body: Data, isStale: Bool) {
    let passed: [HTTPHeaderName] = [.accept, .acceptLanguage, "traceparent"]
    let request = Endpoint<Data>(
      method: method, path: RequestPath(verbatim: path), query: QueryParams(query),
      headers: HTTPHeaders(headers.filter { passed.contains($0.name) }),
      body: body.map { .data($0, contentType: headers[.contentType] ?? "application/octet-stream") })
    let response = try await client.response(for: request.with(\.sharedDeadline, deadline))
    return (response.status, response.value, response.cacheDecision?.outcome == .stale)
  }
}
