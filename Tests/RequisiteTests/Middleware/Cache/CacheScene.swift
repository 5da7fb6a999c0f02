import Foundation
import RequisiteTesting

@testable import Requisite

/// One response and two requests, chosen at random, from which both the header fields and the oracle are made.
struct CacheScene: CustomStringConvertible {
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
