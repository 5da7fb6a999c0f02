import RequisiteTesting
import TestSupport

@testable import Requisite

/// Everything that the stacks of a scenario share, and the stacks.
final class World: Sendable {
  let scenario: Scenario
  let clock = TestClock()
  let callClock: CallClock
  let session: UserSession
  let server: ModelServer
  let jar: CookieJar
  let memory = MemoryCacheStore()
  let slow: SleepingStore
  let bearer: BearerAuthenticator
  let digest = DigestAuthenticator(user: "digest", password: Canary.secret, clientNonce: { "c" })
  /// The texts that the layers wrote.
  let texts = Log()
  /// What became of each call.
  let results = Locked<[CallResult]>([])
  /// Counts the starts and ends of calls.
  let events = Locked(0)
  /// True if what responses, errors and timelines say is looked at: not with each seed, because it takes time.
  let readsTexts: Bool
  private let parts = Locked(Parts())

  private struct Parts {
    var dispatchers: [NetworkDispatcher] = []
    /// What counts the calls that a layer holds or lets wait.
    var counts: [@Sendable () -> Int] = []
    var folder: TemporaryFolder?
    var disk: DiskCacheStore?
  }

  init(_ scenario: Scenario) {
    self.scenario = scenario
    readsTexts = scenario.seed % 4 == 0
    let clock = clock
    callClock = CallClock(clock, startingAt: Date(timeIntervalSince1970: 1_000_000))
    session = UserSession("ann")
    server = ModelServer(scenario.answers)
    jar = CookieJar(clock: callClock)
    slow = SleepingStore(clock: callClock)
    let refresher = Refresher()
    let first = AccessToken(
      UserSession.secret(of: "ann"),
      expiry: callClock.date.addingTimeInterval(TimeInterval(scenario.lifetime)),
      identity: "ann")
    bearer = BearerAuthenticator(
      store: MemoryTokenStore(scenario.startsWithToken ? first : nil), leeway: .zero,
      clock: callClock
    ) { old in try await refresher.refresh(old) }
    refresher.world.withLock { $0 = Weak(self) }
    setCookie(of: "ann")
    for layers in scenario.stacks {
      let transport = layers.reduce(base) { $1.around($0, in: self) }
      let dispatcher = NetworkDispatcher(transport: transport, clock: callClock)
      parts.withLock { $0.dispatchers.append(dispatcher) }
    }
  }

  var seconds: Int { Int(clock.now.offset / .seconds(1)) }

  func dispatcher(of stack: Int) -> NetworkDispatcher { parts.withLock { $0.dispatchers[stack] } }

  /// Notes how the calls that a layer holds are counted.
  func count(_ calls: @escaping @Sendable () -> Int) { parts.withLock { $0.counts.append(calls) } }

  /// The calls that layers hold.
  var held: Int { parts.withLock { $0.counts }.reduce(0) { $0 + $1() } }

  /// The folder of the scenario, if it has one.
  var folderInUse: TemporaryFolder? { parts.withLock { $0.folder } }

  func folder() throws -> TemporaryFolder {
    try parts.withLock { parts in
      if let folder = parts.folder { return folder }
      let folder = try TemporaryFolder()
      parts.folder = folder
      return folder
    }
  }

  /// The cache on disk, in a folder of its own.
  func disk() throws -> DiskCacheStore {
    let folder = try folder()
    return try parts.withLock { parts in
      if let disk = parts.disk { return disk }
      let disk = try DiskCacheStore(directory: folder.url.appendingPathComponent("cache"))
      parts.disk = disk
      return disk
    }
  }

  private var base: any Transport {
    switch scenario.base {
    case .terminal: server
    case .plain: PlainTransport(server: server)
    case .signing:
      SigningTransport(upstream: PlainTransport(server: server), session: session, slot: .session)
    }
  }

  /// Makes the next token, as a server does that gets the old one.
  func token(of user: String) -> AccessToken {
    AccessToken(
      UserSession.secret(of: user, session.nextToken()),
      expiry: callClock.date.addingTimeInterval(TimeInterval(scenario.lifetime)), identity: user)
  }

  func setCookie(of user: String) {
    jar.removeAll()
    guard !user.isEmpty, let home = URL(string: ModelServer.home) else { return }
    jar.store("sid=\(UserSession.secret(of: user)); Path=/", from: home)
  }
}

/// Gets the next token, by a call through the first stack if the scenario says so.
private final class Refresher: Sendable {
  let world = Locked(Weak<World>(nil))

  func refresh(_ old: AccessToken?) async throws -> AccessToken {
    guard let world = world.withLock({ $0.value }) else { throw CancellationError() }
    let user = old?.identity ?? world.session.user
    guard !user.isEmpty else { throw AuthenticationFailure(.noToken) }
    var call = Call()
    call.isOfRefresh = true
    switch world.scenario.refresh {
    case .local: return world.token(of: user)
    case .post: (call.method, call.resource) = (.post, 9)
    case .get(let resource): call.resource = resource
    }
    try await world.send(call)
    return world.token(of: user)
  }
}

/// A reference that keeps nothing alive.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var value: Object?

  init(_ value: Object?) { self.value = value }
}
