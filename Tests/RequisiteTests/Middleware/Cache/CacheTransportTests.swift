import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The cache", .timeLimit(.minutes(3)))
struct CacheTransportTests {
  @Test("a fresh response is served without a request, with its age and the cache's decision", .feature("C9"))
  func hit() async throws {
    let bench = CacheBench(.cached("one", "max-age=60", ["X-Mine": "y", "Age": "3"]))
    let first = try await bench.send()
    #expect(first.outcome == .miss && first.reason == .notStored)
    #expect(first.cacheStatus == "Requisite; fwd=uri-miss; fwd-status=200; ttl=57; stored")
    bench.clock.advance(by: 10)
    let second = try await bench.send()
    #expect(second.status == 200 && second.text == "one")
    #expect(second.outcome == .hit)
    #expect(second.headers["X-Mine"] == "y")
    #expect(second.headers.values(for: .age) == ["13"])
    #expect(second.cacheStatus == "Requisite; hit; ttl=47")
    #expect(second.cacheDecision?.age == 13 && second.cacheDecision?.timeToLive == 47)
    #expect(bench.asked == 1)
  }

  @Test("a stale response is confirmed by a 304, whose fields replace the stored ones", .feature("C9"))
  func revalidation() async throws {
    let confirmation = StubResponse.status(
      304, headers: ["ETag": "\"v1\"", "Cache-Control": "max-age=100", "X-New": "n", "Content-Length": "0"])
    let bench = CacheBench(
      .cached(
        "one", "max-age=60",
        [
          "ETag": "\"v1\"", "Last-Modified": WallClock.date(-99), "X-Old": "o", "Age": "5",
          "Content-Length": "3",
        ]),
      confirmation)
    try await bench.send()
    bench.clock.advance(by: 56)
    let second = try await bench.send()
    #expect(second.text == "one" && second.status == 200)
    #expect(second.outcome == .revalidated && second.reason == .stale)
    #expect(second.cacheStatus == "Requisite; fwd=stale; fwd-status=304; ttl=100; stored")
    #expect(second.headers["X-Old"] == "o" && second.headers["X-New"] == "n")
    #expect(second.headers[.contentLength] == "3")
    #expect(second.headers[.age] == "0")
    let question = try #require(bench.stub.requests.last)
    #expect(question.headers[.ifNoneMatch] == "\"v1\"")
    #expect(question.headers[.ifModifiedSince] == WallClock.date(-99))
    bench.clock.advance(by: 99)
    #expect(try await bench.send().outcome == .hit)
    bench.clock.advance(by: 1)
    #expect(try await bench.send().outcome == .revalidated)
    #expect(bench.asked == 3)
  }

  @Test("a new response replaces the stale one", .feature("C9"))
  func replacement() async throws {
    let bench = CacheBench(
      .cached("one", "max-age=10", ["ETag": "\"v1\""]), .cached("two", "max-age=100", ["ETag": "\"v2\""]))
    try await bench.send()
    bench.clock.advance(by: 20)
    #expect(try await bench.send().cacheStatus == "Requisite; fwd=stale; fwd-status=200; ttl=80; stored")
    let third = try await bench.send()
    #expect(third.text == "two" && third.outcome == .hit)
    #expect(try await bench.store.entries().count == 1)
  }

  @Test("a 304 with another entity tag confirms nothing, and the response is fetched again", .feature("C9"))
  func wrongConfirmation() async throws {
    let bench = CacheBench(
      .cached("one", "max-age=0", ["ETag": "\"v1\""]), .status(304, headers: ["ETag": "\"v2\""]),
      .cached("two", "max-age=60"))
    try await bench.send()
    let second = try await bench.send()
    #expect(second.text == "two" && second.outcome == .miss)
    #expect(bench.stub.requests.map { $0.headers.contains(.ifNoneMatch) } == [false, true, false])
  }

  @Test(
    "a response that must not be stored is not stored", .feature("C9"),
    arguments: [
      (.cached("x", "no-store"), .noStore), (.cached("x", "No-Store, max-age=60"), .noStore),
      (.cached("x", "max-age=60", ["Vary": "*"]), .variesByAll),
      (.cached("x", "max-age=60", status: 206), .status), (.cached("x", "max-age=60", status: 302), .status),
      (.cached("x", "max-age=60", status: 304), .status),
      (.cached("x", "no-transform", status: 500), .status),
      (.cached("x", "no-transform", status: 201), .status),
      (.cached("x", "must-understand, max-age=60", status: 299), .status),
      (.cached("x", "no-store, must-understand, max-age=60", status: 299), .status),
    ] as [(StubResponse, CacheDecision.Refusal)])
  func refused(response: StubResponse, refusal: CacheDecision.Refusal) async throws {
    let bench = CacheBench(response)
    let first = try await bench.send(options: RequestOptions().with(\.redirects, .none))
    #expect(first.refusal == refusal)
    #expect(try await bench.store.entries().isEmpty)
    #expect(try await bench.send(mode: .offline).status == 504)
  }

  @Test(
    "a response that may be stored is stored, by its status or its directives", .feature("C9"),
    arguments: [
      .cached("x", "no-transform"), .cached("x", "", status: 404), .cached("x", "", status: 410),
      .cached("x", "max-age=60", status: 500), .cached("x", "private", status: 201),
      .cached("x", "public", status: 418), .cached("x", "max-age=60", status: 299),
      .cached("x", "no-store, must-understand, max-age=60"),
      .text("x", status: 403, headers: ["Expires": WallClock.date(60)]), .text("x", status: 501),
    ] as [StubResponse])
  func kept(response: StubResponse) async throws {
    let bench = CacheBench(response)
    let first = try await bench.send()
    #expect(first.cacheDecision?.isStored == true)
    #expect(try await bench.send(mode: .offline).status == first.status)
  }

  @Test(
    "a response with no-cache is stored and validated each time, and fields that no-cache names are not stored",
    .feature("C9")
  )
  func noCache() async throws {
    let bench = CacheBench(.cached("x", "max-age=60, no-cache", ["ETag": "\"1\""]), .status(304))
    try await bench.send()
    let second = try await bench.send()
    #expect(second.outcome == .revalidated && second.reason == .noCache)
    #expect(try await bench.send(mode: .preferStale).outcome == .revalidated)
    let fields = CacheBench(
      .cached("x", "max-age=60, no-cache=\"Set-Cookie\"", ["Set-Cookie": "a=b", "X-Kept": "1"]))
    #expect(try await fields.send().headers[.setCookie] == "a=b")
    let third = try await fields.send()
    #expect(third.outcome == .hit && third.headers[.setCookie] == nil && third.headers["X-Kept"] == "1")
  }

  @Test("a response without Date gets the time of its receipt as its Date (RFC 9110 §6.6.1)", .feature("C9"))
  func missingDate() async throws {
    let bench = CacheBench(.text("x", headers: ["Cache-Control": "max-age=60"]))
    try await bench.send()
    bench.clock.advance(by: 10)
    #expect(try await bench.send().headers[.date] == WallClock.date())
  }

  @Test("connection-specific fields are not stored", .feature("C9"))
  func connectionFields() async throws {
    let bench = CacheBench(
      .cached(
        "x", "max-age=60",
        ["Connection": "X-Hop, close", "X-Hop": "1", "Keep-Alive": "timeout=5", "X-End": "1"]))
    try await bench.send()
    let second = try await bench.send()
    #expect(second.outcome == .hit)
    #expect(["Connection", "X-Hop", "Keep-Alive"].allSatisfy { second.headers[$0] == nil })
    #expect(second.headers["X-End"] == "1")
  }

  @Test("Vary separates responses by the fields that it names", .feature("C9"))
  func vary() async throws {
    let stub = StubTransport {
      On.any().respond { request in
        .cached("for \(request.headers[.accept] ?? "all")", "max-age=60", ["Vary": "Accept"])
      }
    }
    let bench = CacheBench(stub: stub)
    for accept in ["a/a", "b/b", "a/a", "b/b"] {
      #expect(try await bench.send(.get, "/a", ["Accept": accept]).text == "for \(accept)")
    }
    #expect(bench.asked == 2)
    let third = try await bench.send()
    #expect(third.reason == .otherVariant)
    #expect(third.cacheStatus?.contains("fwd=vary-miss") == true)
    #expect(try await bench.store.entries().count == 3)
    try await bench.store.remove(try #require(URL(string: "https://api.test/a")))
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test("credentials separate responses, and only their hash is stored", .feature("C9"))
  func identities() async throws {
    let bench = CacheBench(.cached("x", "max-age=60"))
    try await bench.send(.get, "/a", ["Authorization": "Bearer canary-7f3a"])
    #expect(try await bench.send(.get, "/a", ["Authorization": "Bearer canary-7f3a"]).outcome == .hit)
    #expect(try await bench.send(.get, "/a", ["Authorization": "Bearer other"]).outcome == .miss)
    #expect(try await bench.send().outcome == .miss)
    #expect(try await bench.send(.get, "/a", ["X-API-KEY": "canary-7f3a"]).outcome == .miss)
    let ann = RequestOptions().with(\.cachePartition, "ann")
    #expect(try await bench.send(options: ann).outcome == .miss)
    #expect(try await bench.send(options: ann).outcome == .hit)
    #expect(try await bench.send(options: RequestOptions().with(\.cachePartition, "bob")).outcome == .miss)
    let entries = try await bench.store.entries()
    #expect(entries.count == 6)
    let written = String(decoding: try JSONEncoder().encode(entries.map(\.head)), as: UTF8.self)
    #expect(!written.contains("canary-7f3a") && !"\(entries)".contains("canary-7f3a"))
  }
}
