import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Cache and redirects", .timeLimit(.minutes(1)))
struct CacheRedirectTests {
  @Test("a response from the target of a redirect is not stored under the first URL", .feature("C9"))
  func redirected() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(.redirect(302, to: "/b"))
      On(.get, "/b").respond(.cached("b", "max-age=60"))
    }
    let bench = CacheBench(stub: stub)
    let first = try await bench.send()
    #expect(first.text == "b" && first.refusal == .redirected)
    #expect(try await bench.store.entries().isEmpty)
  }

  @Test("a response from redirects back to the first URL is not stored", .feature("C9"))
  func ledBack() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(.redirect(302, to: "/b")).then(.cached("a", "max-age=60"))
      On(.get, "/b").respond(.redirect(302, to: "/a"))
    }
    let bench = CacheBench(stub: stub)
    let first = try await bench.send()
    #expect(first.text == "a" && first.response.redirectCount == 2)
    #expect(first.refusal == .redirected)
    #expect(try await bench.store.entries().isEmpty)
    #expect(try await bench.send().response.cacheDecision?.isStored == true, "led nowhere, it is stored")
  }

  @Test("a 304 from the target of a redirect confirms nothing", .feature("C9"))
  func confirmedElsewhere() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(.cached("a", "max-age=1", ["ETag": "\"1\""]))
        .then(.redirect(302, to: "/b")).then(.cached("new", "max-age=60"))
      On(.get, "/b").respond(.status(304, headers: ["ETag": "\"1\"", "Cache-Control": "max-age=60"]))
    }
    let bench = CacheBench(stub: stub)
    try await bench.send()
    bench.clock.advance(by: 5)
    let second = try await bench.send()
    #expect(second.text == "new" && second.outcome == .miss)
    #expect(bench.asked == 4)
  }
}
