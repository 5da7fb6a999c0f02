import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Ranges of stored responses", .timeLimit(.minutes(3)))
struct CacheRangeTests {
  private static let modified = WallClock.date(-3600)

  /// A cache that has "0123456789".
  private func bench(_ headers: HTTPHeaders = [:], control: String = "max-age=60") async throws -> CacheBench
  {
    var fields: HTTPHeaders = ["ETag": "\"v1\"", "Last-Modified": Self.modified, "Content-Length": "10"]
    fields.merge(headers)
    let bench = CacheBench(
      .cached("0123456789", control, fields),
      .text("server", status: 206, headers: ["Content-Range": "bytes 0-5/10"]))
    try await bench.send()
    return bench
  }

  @Test(
    "a single range of a fresh stored response is answered from it (RFC 9110 §14.2)", .feature("F6"),
    arguments: [
      ("bytes=0-4", "01234", "bytes 0-4/10"), ("bytes=2-2", "2", "bytes 2-2/10"),
      ("bytes=4-", "456789", "bytes 4-9/10"), ("bytes=0-", "0123456789", "bytes 0-9/10"),
      ("bytes=5-99", "56789", "bytes 5-9/10"), ("bytes=-3", "789", "bytes 7-9/10"),
      ("bytes=-99", "0123456789", "bytes 0-9/10"), ("BYTES= 9-9 ", "9", "bytes 9-9/10"),
      ("bytes=0-99999999999999999999", "0123456789", "bytes 0-9/10"),
    ])
  func part(range: String, text: String, place: String) async throws {
    let bench = try await bench()
    bench.clock.advance(by: 10)
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      let answer = try await bench.send(.get, "/a", ["Range": range], delivery: delivery)
      #expect(answer.status == 206 && answer.text == text)
      #expect(answer.headers[.contentRange] == place)
      #expect(answer.headers.values(for: .contentLength) == ["\(text.utf8.count)"])
      #expect(answer.headers[.eTag] == "\"v1\"" && answer.headers[.age] == "10")
      #expect(answer.outcome == .hit)
    }
    #expect(bench.asked == 1)
    #expect(try await bench.send().text == "0123456789", "the stored response stays whole")
  }

  @Test(
    "a range after the end is a 416 with the length of the response", .feature("F6"),
    arguments: ["bytes=10-", "bytes=-0"])
  func unsatisfiable(range: String) async throws {
    let bench = try await bench()
    for delivery in [TransportRequest.Delivery.buffered, .file(nil)] {
      let answer = try await bench.send(.get, "/a", ["Range": range], delivery: delivery)
      #expect(answer.status == 416 && answer.text.isEmpty)
      #expect(answer.headers[.contentRange] == "bytes */10")
    }
    #expect(bench.asked == 1)
  }

  @Test(
    "If-Range is compared strongly, and another version returns the whole response", .feature("F6"),
    arguments: [
      ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200), (CacheRangeTests.modified, 206),
      (WallClock.date(-60), 200), ("nonsense", 200),
    ])
  func ifRange(condition: String, status: Int) async throws {
    let bench = try await bench()
    let answer = try await bench.send(.get, "/a", ["Range": "bytes=0-4", "If-Range": condition])
    #expect(answer.status == status && answer.text == (status == 206 ? "01234" : "0123456789"))
    #expect(answer.headers.contains(.contentRange) == (status == 206))
    #expect(bench.asked == 1)
  }

  @Test("a weak tag, and a date that is too recent, do not allow a part", .feature("F6"))
  func weakValidators() async throws {
    let weak = try await bench(["ETag": "W/\"v1\""])
    #expect(try await weak.send(.get, "/a", ["Range": "bytes=0-4", "If-Range": "W/\"v1\""]).status == 200)
    let recent = try await bench(["Last-Modified": WallClock.date(-59)])
    let answer = try await recent.send(.get, "/a", ["Range": "bytes=0-4", "If-Range": WallClock.date(-59)])
    #expect(answer.status == 200)
  }

  @Test(
    "several ranges, other units and malformed ranges are left to the server", .feature("F6"),
    arguments: [
      "bytes=0-1,4-5", "bytes=0-1, 4-5", "items=0-4", "bytes=4-2", "bytes=a-b", "bytes=", "bytes", "bytes=-",
      "bytes=1-2-3", "bytes=+1-2", "bytes 0-4",
    ])
  func bypass(range: String) async throws {
    let bench = try await bench()
    let answer = try await bench.send(.get, "/a", ["Range": range])
    #expect(answer.text == "server" && answer.outcome == .bypass && answer.reason == .conditional)
    #expect(bench.stub.requests.last?.headers[.range] == range)
    #expect(try await bench.store.entries().count == 1)
    #expect(try await bench.send().text == "0123456789", "what the server sent is not stored")
  }

  @Test(
    "a range of a response that is stale, decoded, of another status or excluded by the mode is requested",
    .feature("F6")
  )
  func forwarded() async throws {
    let range: HTTPHeaders = ["Range": "bytes=0-5"]
    let stale = try await bench()
    stale.clock.advance(by: 61)
    #expect(try await stale.send(.get, "/a", range).text == "server")
    let decoded = CacheBench(
      .data(
        WireCase.gzip,
        headers: [
          "Content-Encoding": "gzip", "ETag": "\"v1\"", "Date": WallClock.date(),
          "Cache-Control": "max-age=60",
        ]),
      .text("server", status: 206, headers: ["Content-Range": "bytes 0-5/10"]))
    try await decoded.send()
    #expect(try await decoded.send(.get, "/a", range).text == "server")
    let missing = CacheBench(
      .cached("none", "max-age=60", status: 404),
      .text("server", status: 206, headers: ["Content-Range": "bytes 0-5/10"]))
    try await missing.send()
    #expect(try await missing.send(.get, "/a", range).text == "server")
    #expect(try await bench().send(.get, "/a", range, mode: .reload).text == "server")
    let noCache = try await bench(control: "no-cache, max-age=60")
    #expect(try await noCache.send(.get, "/a", range).text == "server")
    let other = try await bench(["Vary": "Accept"])
    #expect(try await other.send(.get, "/a", ["Range": "bytes=0-5", "Accept": "text/x"]).text == "server")
    let tagged = try await bench()
    #expect(
      try await tagged.send(.get, "/a", ["Range": "bytes=0-5", "If-None-Match": "\"v1\""]).text == "server")
    #expect(try await tagged.send(.head, "/a", range).outcome == .bypass)
  }

  @Test(
    "with onlyIfCached, the store answers a range, stale if the call allows it, or the response is a 504",
    .feature("F6")
  )
  func onlyStored() async throws {
    let bench = try await bench()
    bench.clock.advance(by: 90)
    let range: HTTPHeaders = ["Range": "bytes=0-4"]
    #expect(try await bench.send(.get, "/a", range, mode: .offline).text == "01234")
    #expect(try await bench.send(.get, "/a", range, mode: .onlyIfCached).status == 504)
    #expect(try await bench.send(.get, "/b", range, mode: .offline).status == 504)
    #expect(try await bench.send(.get, "/a", ["If-None-Match": "x"], mode: .offline).status == 504)
    #expect(try await bench.send(.post, mode: .offline).status == 504)
    #expect(bench.asked == 1, "nothing is sent")
  }

  @Test("an empty response has no parts", .feature("F6"))
  func empty() async throws {
    let bench = CacheBench(.cached("", "max-age=60"))
    try await bench.send()
    #expect(try await bench.send(.get, "/a", ["Range": "bytes=-5"]).status == 200)
    #expect(try await bench.send(.get, "/a", ["Range": "bytes=0-"]).status == 416)
  }
}
