import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

/// What a private cache has stored, by RFC 9111 §4.4 and §4.2.3: a URL, and when the response arrived. Every response is
/// fresh for 1,000 seconds.
private struct Shelf {
  private var received: [String: Double] = [:]
  private(set) var now = 0.0

  mutating func wait(_ seconds: Double) { now += seconds }

  /// Whether the stored response answers. A clock that was set back says nothing about the age.
  func answers(_ path: String) -> Bool {
    received[path].map { now - $0 >= -1 && now - $0 < 1_000 } ?? false
  }

  mutating func store(_ path: String) { received[path] = now }

  /// An unsafe request was sent. `status` is nil if its response was lost: then only its own URL is in doubt.
  mutating func change(_ path: String, status: Int?, naming named: [String]) {
    guard let status else { return received[path] = nil }
    guard (200..<400).contains(status) else { return }
    for path in [path] + named { received[path] = nil }
  }
}

@Suite("A cache follows RFC 9111 over a history of reads, changes and clocks", .timeLimit(.minutes(3)))
struct CacheHistoryOracleTests {
  private static let paths = ["/a", "/b", "/c?x=1"]
  /// References, and the path at the same origin that each one names; nil for another origin.
  private static let references: [(text: String, path: String?)] = [
    ("/a", "/a"), ("b", "/b"), ("https://api.test/b", "/b"), ("//API.test:443/a#x", "/a"),
    ("/c?x=1", "/c?x=1"),
    ("?x=1", nil), ("https://other.test/a", nil), ("http://api.test/a", nil), ("https://api.test:444/b", nil),
    ("https://api.test:99999999999999999999/b", nil), ("/./x/../a", "/a"),
  ]
  private static let unsafe: [HTTPMethod] = [.post, .put, .delete, .patch, "PROPPATCH"]
  private static let safe: [HTTPMethod] = [.options, "TRACE", "PROPFIND", "REPORT", "SEARCH"]

  private struct Reply { let status: Int?, location, contentLocation: (text: String, path: String?)? }

  @Test("unsafe methods remove what they may have changed, and nothing else does", .feature("C9"))
  func histories() async throws {
    var (hits, removals) = (0, 0)
    for seed in UInt64(1)...600 {
      var generator = SeededGenerator(seed: seed)
      let reply = Locked(Reply(status: 200, location: nil, contentLocation: nil))
      let stub = StubTransport {
        On.any().respond { request in
          if request.method == .get || request.method == .head {
            return .text("x", headers: ["Cache-Control": "max-age=1000"])
          }
          let reply = reply.withLock(\.self)
          guard let status = reply.status else { return .failure(TransportFailure(.networkConnectionLost)) }
          var headers = HTTPHeaders()
          if let text = reply.location?.text { headers.append(HTTPHeader(.location, text)) }
          if let text = reply.contentLocation?.text { headers.append(HTTPHeader(.contentLocation, text)) }
          return .text("", status: status, headers: headers)
        }
      }
      let bench = CacheBench(stub: stub)
      var (shelf, story) = (Shelf(), "\(seed):")
      for _ in 0..<14 {
        let path = Self.paths[generator.index(below: 3)]
        let asked = bench.asked
        switch generator.index(below: 8) {
        case 0...3:
          let isHit = shelf.answers(path)
          try await bench.send(.get, path)
          #expect((bench.asked == asked) == isHit, "\(story) GET \(path)")
          if isHit { hits += 1 } else { shelf.store(path) }
          story += " GET \(path)"
        case 4:
          let isHit = shelf.answers(path)
          try await bench.send(.head, path)
          #expect((bench.asked == asked) == isHit, "\(story) HEAD \(path)")
          // The response to a HEAD confirms the stored one (§4.3.5), so the age begins anew.
          if !isHit, shelf.isStored(path) { shelf.store(path) }
          story += " HEAD \(path)"
        case 5:
          let seconds = [10.0, 400, 900, -50, -0.5][generator.index(below: 5)]
          bench.clock.advance(by: seconds)
          shelf.wait(seconds)
          story += " \(seconds) s"
        default:
          let isUnsafe = generator.index(below: 5) > 0
          let methods = isUnsafe ? Self.unsafe : Self.safe
          let method = methods[generator.index(below: methods.count)]
          func reference() -> (text: String, path: String?)? {
            generator.index(below: 2) == 0
              ? nil : Self.references[generator.index(below: Self.references.count)]
          }
          let new = Reply(
            status: [200, 201, 204, 303, 400, 404, 500, nil][generator.index(below: 8)],
            location: reference(),
            contentLocation: reference())
          reply.withLock { $0 = new }
          do {
            try await bench.send(method, path, options: RequestOptions().with(\.redirects, .none))
          } catch {
            #expect(new.status == nil, "\(story) \(method)")
          }
          #expect(bench.asked == asked + 1)
          if isUnsafe {
            removals += 1
            let named = [new.location, new.contentLocation].compactMap { reference in
              // A reference that is only a query belongs to the path of the request.
              reference?.text == "?x=1" && path.hasPrefix("/c") ? "/c?x=1" : reference?.path
            }
            shelf.change(path, status: new.status, naming: named)
          }
          story += " \(method) \(path) \(new)"
        }
      }
    }
    #expect(hits > 500 && removals > 500)
  }
}

extension Shelf {
  fileprivate func isStored(_ path: String) -> Bool { received[path] != nil }
}
