import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Cache directives", .timeLimit(.minutes(3)))
struct CacheDirectiveTests {
  /// Fresh for a minute, and then a while stale, unless the server says otherwise.
  private func bench(_ control: String = "max-age=60", after seconds: TimeInterval) async throws -> CacheBench
  {
    let bench = CacheBench(.cached("one", control, ["ETag": "\"1\""]), .status(304))
    try await bench.send()
    bench.clock.advance(by: seconds)
    return bench
  }

  @Test(
    "a request's directives decide what may be used (RFC 9111 §5.2.1)", .feature("C9"),
    arguments: [
      (10, "", .hit), (10, "no-cache", .revalidated), (10, "max-age=0", .revalidated),
      (10, "max-age=11", .hit),
      (10, "max-age=10", .revalidated), (10, "max-age=5, max-stale", .revalidated),
      (10, "min-fresh=50", .hit), (10, "min-fresh=51", .revalidated), (10, "min-fresh=x", .revalidated),
      (70, "", .revalidated), (70, "max-stale", .stale), (70, "max-stale=10", .stale),
      (70, "max-stale=9", .revalidated), (70, "max-stale=x", .revalidated),
      (70, "max-stale, no-cache", .revalidated),
      (70, "only-if-cached", .miss), (70, "only-if-cached, max-stale", .stale), (10, "only-if-cached", .hit),
      (10, "only-if-cached, no-cache", .miss), (10, "no-store", .hit),
    ] as [(TimeInterval, String, CacheDecision.Outcome)])
  func request(age: TimeInterval, directives: String, outcome: CacheDecision.Outcome) async throws {
    let bench = try await bench(after: age)
    let headers: HTTPHeaders = directives.isEmpty ? [:] : ["Cache-Control": directives]
    #expect(try await bench.send(.get, "/a", headers).outcome == outcome)
  }

  @Test(
    "a response's directives limit what a request may use", .feature("C9"),
    arguments: [
      ("max-age=60, must-revalidate", 70, .preferStale, .revalidated),
      ("max-age=60, must-revalidate", 10, .preferStale, .hit),
      ("max-age=60, no-cache", 10, .preferStale, .revalidated),
      ("max-age=60", 7000, .preferStale, .stale),
      ("max-age=60", 70, .maximumStaleness(.seconds(10)), .stale),
      ("max-age=60", 71, .maximumStaleness(.seconds(10)), .revalidated),
      ("max-age=60", 10, .maximumAge(.seconds(9)), .revalidated),
      ("max-age=60", 10, .minimumFreshness(.seconds(55)), .revalidated),
      ("max-age=60", 10, .revalidate, .revalidated),
      ("max-age=60, immutable", 10, .revalidate, .hit),
      ("max-age=60, immutable", 70, .revalidate, .revalidated),
      ("max-age=60, immutable", 10, .maximumAge(.seconds(9)), .revalidated),
    ] as [(String, TimeInterval, CacheMode, CacheDecision.Outcome)])
  func response(control: String, age: TimeInterval, mode: CacheMode, outcome: CacheDecision.Outcome)
    async throws
  {
    #expect(try await bench(control, after: age).send(mode: mode).outcome == outcome)
  }

  @Test("a malformed field permits nothing, whatever its well-formed directives say", .feature("C9"))
  func malformed() {
    let permissions = "public, immutable, must-understand, max-age=60"
    for (text, isTrusted) in [(permissions, true), (permissions + ", a b", false)] {
      let control = CacheControl(["Cache-Control": text])
      #expect(control.isPublic == isTrusted && control.isImmutable == isTrusted)
      #expect(control.mustUnderstand == isTrusted && control.maxAge == (isTrusted ? 60 : 0))
    }
  }

  @Test("Pragma: no-cache of a request is honoured", .feature("C9"))
  func pragma() async throws {
    #expect(try await bench(after: 1).send(.get, "/a", ["Pragma": "no-cache"]).outcome == .revalidated)
  }

  @Test(
    "the directives of a mode are sent, and reload sends no condition and stores the response", .feature("C9")
  )
  func reload() async throws {
    let bench = CacheBench(.cached("one", "max-age=60", ["ETag": "\"1\""]), .cached("two", "max-age=60"))
    try await bench.send()
    let second = try await bench.send(mode: .reload)
    #expect(second.text == "two" && second.reason == .requestDirective)
    let question = try #require(bench.stub.requests.last)
    #expect(question.headers[.cacheControl] == "no-cache" && !question.headers.contains(.ifNoneMatch))
    #expect(try await bench.send().text == "two")
    #expect(bench.asked == 2)
  }

  @Test("in the mode noStore, the store is neither read nor changed", .feature("C9"))
  func noStore() async throws {
    let bench = CacheBench(.cached("one", "max-age=60"), .cached("two", "max-age=60"))
    try await bench.send()
    let second = try await bench.send(mode: .noStore)
    #expect(second.text == "two" && second.refusal == .requestNoStore)
    #expect(try await bench.send().text == "one")
  }

  @Test(
    "a call that only the store may answer is a 504 on a miss, in every form of delivery, and nothing is sent",
    .feature("C9")
  )
  func onlyIfCached() async throws {
    let bench = CacheBench(.cached("one", "max-age=60"))
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      for method in [HTTPMethod.get, .head] {
        let answer = try await bench.send(method, mode: .onlyIfCached, delivery: delivery)
        #expect(answer.status == 504 && answer.text.isEmpty)
        #expect(answer.cacheStatus == "Requisite; detail=only-if-cached")
      }
    }
    #expect(bench.asked == 0)
  }

  @Test(
    "a stale response is used at once if the server allows it, and one call fetches the new one",
    .feature("C9"))
  func staleWhileRevalidate() async throws {
    let bench = CacheBench(
      .cached("one", "max-age=60, stale-while-revalidate=30", ["ETag": "\"1\""]),
      .cached("two", "max-age=600", ["Date": WallClock.date(90)]))
    try await bench.send()
    bench.clock.advance(by: 90)
    for _ in 0..<3 {
      let answer = try await bench.send()
      #expect(answer.text == "one" && answer.reason == .staleWhileRevalidate)
      #expect(answer.cacheStatus == "Requisite; hit; ttl=-30; detail=stale-while-revalidate")
    }
    #expect(bench.asked == 1)
    #expect(await bench.runBackgroundWork() == 1)
    #expect(bench.stub.requests.last?.headers[.ifNoneMatch] == "\"1\"")
    #expect(try await bench.send().text == "two")
    #expect(bench.asked == 2)
  }

  @Test(
    "nothing is fetched in the background outside of stale-while-revalidate, against a directive, or with onlyIfCached",
    .feature("C9")
  )
  func staleWhileRevalidateBounds() async throws {
    let control = "max-age=60, stale-while-revalidate=30"
    #expect(try await bench(control, after: 91).send().outcome == .revalidated)
    #expect(try await bench(control, after: 70).send(mode: .maximumAge(.seconds(60))).outcome == .revalidated)
    #expect(try await bench(control + ", must-revalidate", after: 70).send().outcome == .revalidated)
    let offline = try await bench(control, after: 70)
    #expect(try await offline.send(mode: .onlyIfCached).outcome == .stale)
    #expect(await offline.runBackgroundWork() == 0)
  }

  @Test(
    "a fetch in the background reports no progress of the call that a stale response answered", .feature("C9")
  )
  func silentBackground() async throws {
    let bench = try await bench("max-age=60, stale-while-revalidate=30", after: 70)
    let reports = Locked(0)
    let options = RequestOptions().with(\.onProgress) { _ in reports.withLock { $0 += 1 } }
    #expect(try await bench.send(options: options).outcome == .stale)
    #expect(await bench.runBackgroundWork() == 1)
    #expect(reports.withLock { $0 } == 0)
  }

  @Test("the next call repeats a failed fetch in the background", .feature("C9"))
  func backgroundFailure() async throws {
    let bench = CacheBench(
      .cached("one", "max-age=60, stale-while-revalidate=600"), .failure(.timedOut),
      .cached("two", "max-age=600"))
    try await bench.send()
    bench.clock.advance(by: 70)
    for _ in 0..<2 {
      #expect(try await bench.send().text == "one")
      #expect(await bench.runBackgroundWork() == 1)
    }
    #expect(try await bench.send().text == "two")
  }

  @Test(
    "a stale response replaces an error if the server allows it (RFC 5861 §4)", .feature("C9"),
    arguments: [.status(500), .status(502), .status(503), .status(504), .failure(.notConnectedToInternet)]
      as [StubResponse])
  func staleIfError(failure: StubResponse) async throws {
    let bench = CacheBench(.cached("one", "max-age=60, stale-if-error=30", ["ETag": "\"1\""]), failure)
    try await bench.send()
    bench.clock.advance(by: 90)
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      let answer = try await bench.send(delivery: delivery)
      #expect(answer.text == "one" && answer.status == 200)
      #expect(answer.outcome == .stale && answer.reason == .staleIfError)
      #expect(answer.cacheStatus?.contains("fwd=stale") == true)
    }
    bench.clock.advance(by: 1)
    let late = await Result.awaiting { try await bench.send().status }
    #expect((try? late.get()) != 200)
  }

  @Test(
    "a stale response replaces no other error, and none if a directive forbids it; a request can ask for it",
    .feature("C9")
  )
  func staleIfErrorBounds() async throws {
    for (control, status, mode) in [
      ("max-age=60, stale-if-error=600", 501, CacheMode.standard),
      ("max-age=60, stale-if-error=600", 404, .standard),
      ("max-age=60", 503, .standard), ("max-age=60, stale-if-error=600, must-revalidate", 503, .standard),
      ("no-cache, stale-if-error=600", 503, .standard),
      ("max-age=60, must-revalidate", 503, .staleIfError(.seconds(600))),
      ("max-age=60", 503, .staleIfError(.seconds(9))),
    ] {
      let bench = CacheBench(.cached("one", control, ["ETag": "\"1\""]), .status(status))
      try await bench.send()
      bench.clock.advance(by: 70)
      #expect(try await bench.send(mode: mode).status == status, "\(control)")
    }
    let asked = CacheBench(.cached("one", "max-age=60"), .status(503))
    try await asked.send()
    asked.clock.advance(by: 70)
    #expect(try await asked.send(mode: .staleIfError(.seconds(10))).text == "one")
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
