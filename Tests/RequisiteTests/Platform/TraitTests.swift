import Requisite
import Testing

@Suite("Linux without the package trait FoundationNetworking", .timeLimit(.minutes(1)))
struct TraitTests {
  #if os(Linux)
    @Test(
      "a percent-encoded host, as FoundationEssentials writes one that is not ASCII, is refused by name",
      .feature("F26"),
      arguments: [
        ("http://b%C3%BCcher.test/a%20b", "bücher.test"), ("https://ann:x%40@a%2Eb:80/", "a.b"),
      ])
    func hosts(url: String, name: String) async throws {
      let request = TransportRequest(url: try #require(URL(string: url)))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTransport.shared.exchange(request)
      }
      #expect(error?.kind == .invalidRequest)
      #expect(error?.description.contains("the host “\(name)” is percent-encoded or not ASCII") == true)
    }

    @Test("a percent-encoded user name, path or zone of an address is not refused")
    func others() async throws {
      for url in ["http://a%20b:c@127.0.0.1:1/a%20b?c=%20", "http://[::1%25lo]:1/"] {
        let request = TransportRequest(url: try #require(URL(string: url)))
        let error = await #expect(throws: NetworkRequestError.self) {
          try await CurlTransport.shared.exchange(request)
        }
        #expect(error?.kind == .urlSessionFailed)
      }
    }
  #endif
}
