import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

/// One response and two requests, chosen at random, from which both the header fields and the oracle are made.
private struct Scene: CustomStringConvertible {
  let status: Int
  let maxAge, expires, age, made, modified, staleWhileRevalidate, staleIfError: Int?
  let flags: Set<String>
  let vary: String?
  let hasTag, firstNoStore, hasAuthorization, otherAccept: Bool
  let wait: Double
  let method: HTTPMethod
  /// What the second request wants; -1 for a directive without a number.
  let wanted: [String: Int]
  /// What the server answers the second time: a 304 only to a conditional request; 0 for no answer.
  let second: Int

  init(_ generator: inout SeededGenerator) {
    func one<Value>(_ values: [Value]) -> Value { values[generator.index(below: values.count)] }
    status = one([200, 200, 200, 404, 500, 206, 302])
    maxAge = one([nil, nil, nil, 0, 10, 60])
    expires = one([nil, nil, nil, -100, 20, 90])
    age = one([nil, nil, nil, 15])
    made = one([nil, 0, 0, -30])
    modified = one([nil, -400])
    staleWhileRevalidate = one([nil, nil, nil, 20])
    staleIfError = one([nil, nil, nil, 30])
    let all = [
      "no-store", "no-cache", "no-cache=\"X-Once\"", "private", "private=\"X-Once\"", "public",
      "must-revalidate",
      "proxy-revalidate", "s-maxage=0", "s-maxage=900", "immutable", "x-unknown=\"a, no-store\"",
    ]
    flags = Set(all.filter { _ in generator.chance(12) })
    vary = one([nil, nil, nil, "*", "Accept", "Accept-Language, accept"])
    (hasTag, firstNoStore, hasAuthorization) = (
      one([true, false]), generator.chance(12), generator.chance(4)
    )
    otherAccept = generator.chance(6)
    wait = one([0.5, 7.5, 25.5, 50.5, 95.5])
    method = one([.get, .get, .get, .head])
    wanted = one([
      [:], [:], [:], ["no-cache": -1], ["max-age": 0], ["max-age": 20], ["min-fresh": 20], ["max-stale": -1],
      ["max-stale": 20], ["only-if-cached": -1], ["stale-if-error": 40], ["no-store": -1],
      ["only-if-cached": -1, "max-stale": -1], ["max-age": 200, "max-stale": 50],
    ])
    second = one([200, 304, 304, 503, 0])
  }

  var description: String {
    let fields = responseHeaders.map { "\($0.name): \($0.value)" }.joined(separator: " | ")
    return "\(status) \(fields) → \(method) \(requestHeaders(isFirst: false)) after \(wait) s, then \(second)"
  }

  var responseHeaders: HTTPHeaders {
    var control = flags.sorted()
    for (name, value) in [
      ("max-age", maxAge), ("stale-while-revalidate", staleWhileRevalidate), ("stale-if-error", staleIfError),
    ] {
      if let value { control.append("\(name)=\(value)") }
    }
    var headers: HTTPHeaders = ["X-Once": "1"]
    if !control.isEmpty { headers.append(HTTPHeader(.cacheControl, control.joined(separator: ", "))) }
    for (name, offset) in [(HTTPHeaderName.expires, expires), (.date, made), (.lastModified, modified)] {
      if let offset { headers.append(HTTPHeader(name, WallClock.date(TimeInterval(offset)))) }
    }
    if let age { headers.append(HTTPHeader(.age, "\(age)")) }
    if let vary { headers.append(HTTPHeader(.vary, vary)) }
    if hasTag { headers.append(HTTPHeader(.eTag, "\"1\"")) }
    return headers
  }

  func requestHeaders(isFirst: Bool) -> HTTPHeaders {
    var headers: HTTPHeaders = ["Accept": !isFirst && otherAccept ? "b/b" : "a/a"]
    if hasAuthorization { headers.append(HTTPHeader(.authorization, "Bearer x")) }
    let control = isFirst ? (firstNoStore ? ["no-store"] : []) : wanted.map { $1 < 0 ? $0 : "\($0)=\($1)" }
    if !control.isEmpty {
      headers.append(HTTPHeader(.cacheControl, control.sorted().joined(separator: ", ")))
    }
    return headers
  }
}

/// What RFC 9111 and RFC 5861 say of the second request to a private cache, read without a look at the code.
private struct Oracle {
  enum Answer: Equatable { case stored, server, unavailable }

  let scene: Scene
  /// The age of the stored response at the second request (§4.2.3).
  var age: Double { Double(max(scene.age ?? 0, -(scene.made ?? 0))) + scene.wait }

  /// §3, for a private cache: `s-maxage`, `private` and `Authorization` do not matter.
  private var isStored: Bool {
    let isExplicit =
      scene.maxAge != nil || scene.expires != nil || has("public") || has("private")
      || has("private=\"X-Once\"")
    return !scene.firstNoStore && !has("no-store") && ![206, 302].contains(scene.status) && scene.vary != "*"
      && (isExplicit || scene.status != 500)
  }

  /// §4.2.1 and §4.2.2: a tenth of the time since the last change, if the status allows it.
  private var lifetime: Double {
    let made = scene.made ?? 0
    if let maxAge = scene.maxAge { return Double(maxAge) }
    if let expires = scene.expires { return Double(max(0, expires - made)) }
    guard let modified = scene.modified, scene.status != 500 || has("public") else { return 0 }
    return Double(made - modified) / 10
  }

  private var isFound: Bool { isStored && !(scene.vary != nil && scene.otherAccept) }
  private var staleness: Double { age - lifetime }

  /// §5.2.1 and §5.2.2: whether the stored response may be used without asking.
  private var mayBeUsed: Bool {
    let isReload = scene.wanted["max-age"].map { age > Double($0) } ?? false
    let isImmutable = scene.wanted["max-age"] == 0 && has("immutable") && staleness < 0
    if has("no-cache") || scene.wanted["no-cache"] != nil || isReload && !isImmutable { return false }
    if let fresh = scene.wanted["min-fresh"] { return -staleness >= Double(fresh) }
    if staleness < 0 { return true }
    return !has("must-revalidate")
      && (isWithin(scene.wanted["max-stale"]) || scene.method == .get && isWithin(scene.staleWhileRevalidate))
  }

  /// RFC 5861 §4.
  private var mayBeUsedAfterError: Bool {
    !has("must-revalidate") && !has("no-cache") && scene.wanted["no-cache"] == nil
      && (isWithin(scene.staleIfError) || isWithin(scene.wanted["stale-if-error"]))
  }

  var isConditional: Bool {
    scene.method == .get && isFound && !mayBeUsed && (scene.hasTag || scene.modified != nil)
  }

  var answer: Answer {
    if isFound, mayBeUsed { return .stored }
    if scene.wanted["only-if-cached"] != nil { return .unavailable }
    // A `HEAD` asks without conditions, and only its own response answers it.
    if scene.method == .head { return .server }
    let failed = scene.second == 0 || scene.second == 503
    if failed { return isFound && mayBeUsedAfterError ? .stored : .server }
    return scene.second == 304 && isConditional ? .stored : .server
  }

  /// The requests of the server, with the one that follows `stale-while-revalidate`.
  var asked: Int {
    let isInBackground =
      isFound && mayBeUsed && staleness > 0 && !isWithin(scene.wanted["max-stale"])
      && scene.wanted["only-if-cached"] == nil
    return answer == .unavailable || isFound && mayBeUsed && !isInBackground ? 1 : 2
  }

  private func has(_ flag: String) -> Bool { scene.flags.contains(flag) }
  private func isWithin(_ limit: Int?) -> Bool { limit.map { $0 < 0 || staleness <= Double($0) } ?? false }
}

@Suite("A cache does what the RFC says, as a second reading of it has it", .timeLimit(.minutes(3)))
struct CacheOracleTests {
  @Test(
    "C9: which response answers, how old it is, and what the server is asked, for thousands of combinations")
  func oracle() async throws {
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...6_000 {
      var generator = SeededGenerator(seed: seed)
      let scene = Scene(&generator)
      let oracle = Oracle(scene: scene)
      let number = Locked(0)
      let stub = StubTransport {
        On.any().respond { request in
          guard
            number.withLock({
              $0 += 1; return $0
            }) > 1
          else {
            return .text("old", status: scene.status, headers: scene.responseHeaders)
          }
          let isConditional =
            request.headers.contains(.ifNoneMatch) || request.headers.contains(.ifModifiedSince)
          switch scene.second {
          case 0: return .failure(TransportFailure(.networkConnectionLost))
          case 304 where isConditional: return .status(304)
          default: return .text("new", status: scene.second == 304 ? 200 : scene.second)
          }
        }
      }
      let bench = CacheBench(stub: stub)
      let options = RequestOptions().with(\.redirects, .none)
      try await bench.send(.get, "/a", scene.requestHeaders(isFirst: true), options: options)
      bench.clock.advance(by: scene.wait)
      let answer: Answer?
      do {
        answer = try await bench.send(
          scene.method, "/a", scene.requestHeaders(isFirst: false), options: options)
      } catch {
        answer = nil
      }
      await bench.runBackgroundWork()
      let isHead = scene.method == .head
      let wasServed = answer?.outcome == .hit || answer?.outcome == .stale || answer?.outcome == .revalidated
      switch oracle.answer {
      case .stored:
        #expect(
          wasServed && answer?.status == scene.status && (isHead || answer?.text == "old"),
          "\(seed): \(scene)")
        let hasOnce = answer?.headers.contains("X-Once") == true
        #expect(hasOnce == !scene.flags.contains("no-cache=\"X-Once\""), "\(seed): \(scene)")
        if answer?.outcome != .revalidated {
          #expect(answer?.headers[.age] == "\(Int(oracle.age))", "\(seed): \(scene)")
        }
      case .server: #expect(!wasServed && answer?.status != 504, "\(seed): \(scene)")
      case .unavailable: #expect(answer?.status == 504, "\(seed): \(scene)")
      }
      #expect(bench.asked == oracle.asked, "\(seed): \(scene)")
      counts["\(oracle.answer)", default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 200 } && counts.count == 3, "\(counts)")
  }
}
