import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("A cache follows RFC 9111 as a second implementation does", .timeLimit(.minutes(3)))
struct CacheOracleTests {
  @Test("response, age and requests of the server agree for thousands of combinations", .feature("C9"))
  func oracle() async throws {
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...6_000 {
      var generator = SeededGenerator(seed: seed)
      let scene = CacheScene(&generator)
      let oracle = CacheOracle(scene: scene)
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
