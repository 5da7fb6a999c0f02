import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Responses that a cache removes after a failed change", .timeLimit(.minutes(1)))
struct CacheAfterSendingTests {
  /// Returns true if a `POST` to `/a` that fails leaves the stored response of `/a`.
  private func keeps(_ body: HTTPBody = .none, @StubBuilder _ stubs: () -> [Stub]) async throws -> Bool {
    let stored = [On(.get, "/a").respond(.cached("stored", "max-age=60"))]
    let bench = CacheBench(stub: StubTransport(stored + stubs()))
    try await bench.send()
    let error = await #expect(throws: NetworkRequestError.self) { try await bench.send(.post, body: body) }
    #expect(error != nil)
    return try await bench.send().outcome == .hit
  }

  @Test(
    "a change whose redirect cannot be followed may have been made, and removes responses (RFC 9111 §4.4)",
    .feature("C9")
  )
  func redirects() async throws {
    for status in [307, 308] {
      let once = HTTPBody.stream(BodyStream(ByteStream(Data("body".utf8))))
      #expect(try await !keeps(once) { On(.post, "/a").respond(.redirect(status, to: "/b")) })
      #expect(
        try await !keeps {
          On(.post, "/a").respond(.redirect(status, to: "/b"))
          On(.post, "/b").respond(.failure(.cannotConnectToHost))
        })
      #expect(try await !keeps { On(.post, "/a").respond(.redirect(status, to: "http://api.test/b")) })
      #expect(try await !keeps { On(.post, "/a").respond(.redirect(status, to: "/a")) })
    }
  }

  @Test("a change that was not sent removes nothing", .feature("C9"))
  func unsent() async throws {
    #expect(try await keeps { On(.post, "/a").respond(.failure(.cannotConnectToHost)) })
  }
}
