import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

/// A clock that a test moves. It starts at the moment that the examples of RFC 9110 are about.
struct WallClock: Sendable {
  static let start = Date(timeIntervalSince1970: 784_111_777)
  private let clock = SettableClock()
  let call: CallClock

  init() { call = CallClock(clock, startingAt: Self.start) }

  func advance(by seconds: TimeInterval) { clock.move(by: .seconds(seconds)) }

  /// The date `seconds` after the start, as an HTTP date.
  static func date(_ seconds: TimeInterval = 0) -> String {
    HTTPDate(start.addingTimeInterval(seconds)).description
  }
}

/// A clock that can be set back too, as a system's date can. Nothing of a cache sleeps by it.
private final class SettableClock: Clock {
  private let moment = Locked(TestClock().now)

  var now: TestClock.Instant { moment.withLock(\.self) }
  let minimumResolution = Duration.zero

  func move(by duration: Duration) { moment.withLock { $0 = $0.advanced(by: duration) } }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}

/// A cache in front of a server that is a list of responses.
struct CacheBench: Sendable {
  let clock: WallClock
  let stub: StubTransport
  let store: any CacheStore
  let backgroundWork = Locked<[@Sendable () async -> Void]>([])
  private let transport: any Transport

  init(
    store: any CacheStore = MemoryCacheStore(), policy: CachePolicy = CachePolicy(),
    clock: WallClock = WallClock(),
    stub: StubTransport
  ) {
    (self.stub, self.store, self.clock) = (stub, store, clock)
    let work = backgroundWork
    transport = Self.stack(stub, store, policy, clock) { task in work.withLock { $0.append(task) } }
  }

  /// A server that answers with these responses, one after the other; the last stays.
  init(_ first: StubResponse, _ others: StubResponse..., store: any CacheStore = MemoryCacheStore()) {
    let stub = others.reduce(On.any().respond(first)) { $0.then($1) }
    self.init(store: store, stub: StubTransport([stub]))
  }

  private static func stack(
    _ stub: StubTransport, _ store: some CacheStore, _ policy: CachePolicy, _ clock: WallClock,
    background: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) -> any Transport {
    var transport = CacheTransport(
      upstream: stub, store: store, policy: policy, clock: LayerClock(clock.call))
    transport.background = background
    return transport
  }

  /// How many requests the server has got.
  var asked: Int { stub.requests.count }

  /// Sends a request through the cache.
  @discardableResult
  func send(
    _ method: HTTPMethod = .get, _ path: String = "/a", _ headers: HTTPHeaders = [:],
    mode: CacheMode = .standard, delivery: TransportRequest.Delivery = .buffered, body: HTTPBody = .none,
    options: RequestOptions = RequestOptions()
  ) async throws -> Answer {
    let url = try #require(URL(string: path.hasPrefix("http") ? path : "https://api.test\(path)"))
    let request = TransportRequest(
      method: method, url: url, headers: headers, body: body,
      options: mode == .standard ? options : options.with(\.cache, mode), delivery: delivery)
    return try await Answer(transport.send(request))
  }

  /// Runs the background tasks of the cache. Returns the number of tasks.
  @discardableResult
  func runBackgroundWork() async -> Int {
    let work = backgroundWork.withLock { work in
      defer { work = [] }
      return work
    }
    for task in work { await task() }
    return work.count
  }
}

/// A response of a cache, with its body read.
@dynamicMemberLookup
struct Answer: Sendable {
  let response: TransportResponse
  let text: String

  init(_ response: TransportResponse) async throws {
    self.response = response
    switch response.body {
    case .data(let data): text = String(decoding: data, as: UTF8.self)
    case .stream(let stream): text = String(decoding: try await stream.collected(upTo: .max), as: UTF8.self)
    case .file(let url):
      text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      try FileManager.default.removeItem(at: url)
    }
  }

  subscript<Member>(dynamicMember member: KeyPath<TransportResponse, Member>) -> Member {
    response[keyPath: member]
  }

  /// What the cache did.
  var outcome: CacheDecision.Outcome? { response.cacheDecision?.outcome }
  /// Why the cache did it.
  var reason: CacheDecision.Reason? { response.cacheDecision?.reason }
  /// Why the response was not stored.
  var refusal: CacheDecision.Refusal? { response.cacheDecision?.refusal }
  /// The value of `Cache-Status`.
  var cacheStatus: String? { response.headers[.cacheStatus] }
}

extension StubResponse {
  /// A response of text with that `Cache-Control`.
  static func cached(_ text: String, _ control: String, _ headers: HTTPHeaders = [:], status: Int = 200)
    -> StubResponse
  {
    var fields: HTTPHeaders = ["Date": WallClock.date(), "Cache-Control": control]
    fields.merge(headers)
    return .text(text, status: status, headers: fields)
  }
}

extension CachedResponse {
  /// A stored response without a server.
  static func stored(
    _ url: String = "https://api.test/a", _ body: String = "",
    _ headers: HTTPHeaders = ["Cache-Control": "max-age=60"],
    request: HTTPHeaders = [:], at moment: Date = WallClock.start
  ) throws -> CachedResponse {
    let key = try #require(URL(string: url).flatMap { CachedResponse.Key($0) })
    let exchange = CachedExchange(
      status: 200, headers: headers, request: request, sent: moment, received: moment)
    let head = try #require(StorageDecision.head(exchange, under: key, policy: CachePolicy()))
    return CachedResponse(head: head, body: Data(body.utf8))
  }
}
