import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite(
  "A cache leaves conditions of your own to the server, and answers ranges by their If-Range",
  .timeLimit(.minutes(1)))
struct CacheConditionOracleTests {
  private static let tags: [String?] = [nil, "\"1\"", "W/\"1\""]
  /// Long enough before `Date` to be a strong validator, and not (RFC 9110 §8.8.2.2).
  private static let dates: [Double?] = [nil, -400, -30]
  private static let body = "0123456789"

  private static func response(_ tag: String?, _ modified: Double?) -> StubResponse {
    var headers = HTTPHeaders()
    if let tag { headers.append(HTTPHeader(.eTag, tag)) }
    if let modified { headers.append(HTTPHeader(.lastModified, WallClock.date(modified))) }
    return .cached(body, "max-age=60", headers)
  }

  @Test(
    "If-None-Match, If-Modified-Since, If-Match and If-Unmodified-Since",
    arguments: ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"],
    [HTTPMethod.get, .head])
  func conditions(name: String, method: HTTPMethod) async throws {
    let value = name.hasSuffix("Match") ? "\"1\"" : WallClock.date(-400)
    let bench = CacheBench(
      Self.response("\"1\"", -400), .status(304, headers: ["Cache-Control": "max-age=900"]))
    try await bench.send()
    let own = try await bench.send(method, "/a", HTTPHeaders([HTTPHeader(HTTPHeaderName(name), value)]))
    #expect(own.status == 304 && own.outcome == .bypass && bench.asked == 2)
    bench.clock.advance(by: 30)
    let later = try await bench.send()
    #expect(later.outcome == .hit && later.text == Self.body && later.headers[.age] == "30")
  }

  @Test("a range with each If-Range, for a stored response with each kind of validator")
  func ranges() async throws {
    for tag in Self.tags {
      for modified in Self.dates {
        let conditions = [
          nil, "\"1\"", "W/\"1\"", "\"2\"", "1", WallClock.date(-400), WallClock.date(-30), "",
        ]
        for condition in conditions {
          let bench = CacheBench(Self.response(tag, modified), .status(500))
          try await bench.send()
          var headers: HTTPHeaders = ["Range": "bytes=2-4"]
          if let condition { headers.append(HTTPHeader(.ifRange, condition)) }
          let answer = try await bench.send(.get, "/a", headers)
          let isStrongDate = modified == -400 && condition == WallClock.date(-400)
          let isPart = condition == nil || condition == "\"1\"" && tag == "\"1\"" || isStrongDate
          #expect(answer.status == (isPart ? 206 : 200), "\(tag ?? "-") \(modified ?? 0) \(condition ?? "-")")
          #expect(answer.text == (isPart ? "234" : Self.body) && bench.asked == 1)
          #expect(answer.headers[.contentRange] == (isPart ? "bytes 2-4/10" : nil))
          #expect(try await bench.send().text == Self.body, "the whole response is still stored")
        }
      }
    }
  }

  @Test(
    "fields with unusual spellings",
    arguments: [
      ("Age: -5", 0), ("Age: 5, 900", 5), ("Age: 1.5", 0), ("Age: x", 0), ("Age: 2147483648", nil),
      ("Age: 99999999999999999999", nil), ("Age: 5\nAge: 900", 5), ("Age: 59", 59), ("Age: 60", nil),
      ("Date: yesterday", 0), ("X-A: b", 0),
    ])
  func oddities(lines: String, age: Int?) async throws {
    var headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers.append(HTTPHeader(HTTPHeaderName(String(parts[0])), String(parts[1].dropFirst())))
    }
    let bench = CacheBench(.text(Self.body, headers: headers))
    try await bench.send()
    let answer = try await bench.send()
    #expect(answer.outcome == (age == nil ? .miss : .hit), "\(lines)")
    if let age { #expect(answer.headers[.age] == "\(age)", "\(lines)") }
  }
}
