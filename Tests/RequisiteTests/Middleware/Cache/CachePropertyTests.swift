import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("A cache with random header fields", .timeLimit(.minutes(3)))
struct CachePropertyTests {
  private static let names: [HTTPHeaderName] = [
    .cacheControl, .cacheControl, .cacheControl, .expires, .date, .age, .vary, .eTag, .lastModified, .pragma,
    .connection, .location, .contentLocation,
  ]
  private static let values = [
    "no-store", "no-cache", "max-age=60", "max-age=0", "max-age=99999999999999999999", "max-age",
    "must-revalidate",
    "private", "public", "immutable", "stale-while-revalidate=60", "stale-if-error=60", "max-stale",
    "min-fresh=5",
    "only-if-cached", "\"", "=", ",", "no-cache=\"Age\"", "*", "Accept", "accept, x", "W/\"1\"", "\"1\"", "1",
    "0", "-1",
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 9999 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "é",
    "", "/a",
    "https://api.test/b", "::", "18446744073709551616", "no-store;", "x=\"no-store",
  ]

  private func soup(_ generator: inout SeededGenerator, _ count: Int) -> HTTPHeaders {
    HTTPHeaders(
      (0..<generator.index(below: count)).map { _ in
        let parts = (0...generator.index(below: 3)).map { _ in
          Self.values[generator.index(below: Self.values.count)]
        }
        let separator = [", ", ",", " "][generator.index(below: 3)]
        return HTTPHeader(
          Self.names[generator.index(below: Self.names.count)], parts.joined(separator: separator))
      })
  }

  @Test(
    "random header fields do not crash it, and it serves only responses that were sent without no-store",
    .feature("C9"))
  func soup() async throws {
    var fromStore = 0
    for seed in UInt64(1)...400 {
      var generator = SeededGenerator(seed: seed)
      let served = Locked(0)
      let responses = (0..<12).map { number in
        let status = [200, 200, 200, 304, 404, 500, 503, 206, 301, 999][generator.index(below: 10)]
        var headers = soup(&generator, 7)
        headers.append(HTTPHeader("X-Number", "\(number)"))
        return StubResponse.text("\(number)", status: status, headers: headers)
      }
      let stub = StubTransport {
        On.any().respond { _ in
          responses[
            served.withLock { count in
              defer { count += 1 }; return count % 12
            }]
        }
      }
      let bench = CacheBench(store: MemoryCacheStore(maximumSize: 4000), stub: stub)
      for _ in 0..<20 {
        let method = [HTTPMethod.get, .get, .get, .get, .head, .post][generator.index(below: 6)]
        let mode = [CacheMode.standard, .standard, .preferStale, .revalidate, .reload, .noStore][
          generator.index(below: 6)]
        let answer = try await bench.send(
          method, ["/a", "/b"][generator.index(below: 2)],
          HTTPHeaders(soup(&generator, 3).filter { $0.name != .connection }),
          mode: mode,
          options: RequestOptions().with(\.redirects, .none))
        await bench.runBackgroundWork()
        if answer.outcome == .hit || answer.outcome == .stale { fromStore += 1 }
        bench.clock.advance(by: Double(generator.index(below: 50)))
        check(answer, method, responses, seed)
      }
    }
    #expect(fromStore > 100, "the soup is thick enough for the cache to have something to do")
  }

  /// A response that is served from the store must have been sent with permission to store it.
  private func check(_ answer: Answer, _ method: HTTPMethod, _ responses: [StubResponse], _ seed: UInt64) {
    guard answer.outcome == .hit || answer.outcome == .stale, method == .get, let number = Int(answer.text)
    else {
      return
    }
    let origin = responses[number]
    let forbids = origin.headers.filter { $0.name == .cacheControl }.contains { field in
      field.value.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == "no-store" }
    }
    #expect(!forbids, "seed \(seed)")
    #expect(answer.status == origin.status && ![206, 301, 304, 999].contains(answer.status), "seed \(seed)")
    #expect(origin.headers[.vary]?.contains("*") != true, "seed \(seed)")
    #expect(answer.headers.values(for: .age).count == 1, "seed \(seed)")
  }
}
