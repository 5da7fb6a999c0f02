import RequisiteTesting

@testable import Requisite

// Transports and authenticators as users write them: they know nothing of the library's layers.

/// Passes requests on.
struct PassingTransport: Transport {
  let upstream: any Transport

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await upstream.send(request)
  }
}

/// Passes requests on, and hides the layers inside.
final class HidingTransport: Transport {
  private let inner: any Transport

  init(_ inner: any Transport) { self.inner = inner }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await inner.send(request)
  }
}

/// Adds the credential of the present user.
struct SigningTransport: Transport {
  let upstream: any Transport
  let session: UserSession
  let slot: Slot

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    let user = session.user
    if !user.isEmpty { request.sign(slot, as: user) }
    return try await upstream.send(request)
  }
}

/// Builds each response anew.
struct RebuildingTransport: Transport {
  let upstream: any Transport

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    return TransportResponse(
      status: response.status, headers: response.headers, url: response.url, body: response.body)
  }
}

/// Sends requests to the server without being a terminal.
struct PlainTransport: Transport {
  let server: ModelServer

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await server.exchange(request)
  }
}

/// Adds the credential of the present user, and does not say whose it is.
struct OwnAuthenticator: Authenticator {
  let session: UserSession

  func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    var request = request
    let user = session.user
    if !user.isEmpty, !request.headers.contains("X-UserSession") { request.sign(.session, as: user) }
    return request
  }
}

/// Adds the credential of one user while that one is logged in, and names that user as the other kind names another: a type for
/// each, because authenticators of one type use a name for one user only.
struct OptionalAuthenticator<Kind>: Authenticator {
  let session: UserSession
  let slot: Slot

  private var user: String { slot.owner }

  private func field(of request: TransportRequest) -> String? {
    request.headers[slot == .key ? "X-Api-Key" : "X-UserSession"]
  }

  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    guard session.user == user, field(of: request) == nil else { return request }
    return copy(request) { $0.sign(slot, as: user) }
  }

  func identity(of request: TransportRequest) async -> String? {
    if let own = field(of: request) { return own == UserSession.secret(of: user) ? "7" : "" }
    return session.user == user ? "7" : ""
  }
}

enum OfAnn {}
enum OfBob {}

extension Slot {
  /// The one user whose credential an ``OptionalAuthenticator`` adds here.
  var owner: String { self == .key ? "ann" : "bob" }
}

extension TransportRequest {
  /// Sets the credential of a user.
  mutating func sign(_ slot: Slot, as user: String) {
    let secret = UserSession.secret(of: user)
    switch slot {
    case .authorization: headers[.authorization] = "Bearer \(secret)"
    case .key: headers["X-Api-Key"] = secret
    case .query: query["api_key"] = secret
    case .session: headers["X-UserSession"] = secret
    case .cookie: headers[.cookie] = "sid=\(secret)"
    }
  }
}

/// A store in memory that takes its time, as a disk does.
struct SleepingStore: CacheStore {
  let memory = MemoryCacheStore()
  let clock: CallClock
  let journal: CacheJournal? = CacheJournal()

  var maximumBodySize: Int { memory.maximumBodySize }
  var generation: Int { memory.generation }

  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) async -> CachedResponse? {
    await pause()
    return memory.lookUp(key, for: request)
  }

  func store(_ response: CachedResponse) async {
    await pause()
    memory.store(response)
  }

  func remove(_ key: CachedResponse.Key) async {
    await pause()
    memory.remove(key)
  }

  func removeEveryPartition(of key: CachedResponse.Key) async {
    await pause()
    removeFromMemory(key)
  }

  // Not asynchronous, because the default implementation would be preferred there.
  private func removeFromMemory(_ key: CachedResponse.Key) { memory.removeEveryPartition(of: key) }

  func removeAll() async {
    memory.removeAll()
    await pause()
  }

  func entries() -> [(head: CachedResponse.Head, size: Int)] { memory.entries() }

  /// A cancelled call does not wait, but the store does its work.
  private func pause() async {
    do { try await clock.sleep(for: .seconds(1)) } catch {}
  }
}
