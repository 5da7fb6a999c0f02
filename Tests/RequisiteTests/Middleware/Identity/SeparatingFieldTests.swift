import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Fields that separate responses", .timeLimit(.minutes(1)))
struct SeparatingFieldTests {
  @Test(
    "every field that is not known to be harmless separates responses", .feature("C9"),
    arguments: [
      "X-Auth-Token", "Api-Key", "X-Access-Token", "Private-Token", "X-Session", "DPoP", "X-Tenant",
      "Authorization",
      "Cookie",
    ])
  func fields(name: String) async throws {
    let cached = StubTransport { On.any().respond(.cached("x", "max-age=60")) }.cached(
      clock: WallClock().call)
    func get(_ headers: HTTPHeaders = [:]) async throws -> CacheDecision.Outcome? {
      try await cached.send(TransportRequest(url: .api, headers: headers)).cacheDecision?.outcome
    }
    for value in ["a", "b"] {
      #expect(try await get([HTTPHeaderName(name): value]) == .miss)
      #expect(try await get([HTTPHeaderName(name): value, .userAgent: value]) == .hit)
    }
    #expect(try await get() == .miss)
  }

  @Test("no text of a partition or of a field equals that of another partition", .feature("C9"))
  func partitions() throws {
    let policy = CachePolicy()
    func partition(_ name: String?, _ headers: HTTPHeaders) -> String {
      let options = RequestOptions().with(\.cachePartition, name)
      return policy.partition(of: TransportRequest(url: .api, headers: headers, options: options), .none)
    }
    let partitions = [
      partition(nil, [:]), partition("a", [:]), partition("a\nx-b:1:c", [:]), partition("a", ["X-B": "c"]),
      partition("a\n", ["X-B": "c"]), partition("a", ["X-B": "c\nx-d:1:e"]),
      partition("a", ["X-B": "c", "X-D": "e"]),
    ]
    #expect(Set(partitions).count == partitions.count)
  }
}
