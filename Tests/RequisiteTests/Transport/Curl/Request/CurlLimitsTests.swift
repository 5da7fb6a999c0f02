#if os(Linux)
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: the limits of a transfer")
  struct CurlLimitsTests {
    @Test(
      "the shorter of the request's timeout and the transport's idle timeout applies",
      arguments: [
        (5, 9, 5), (9, 5, 5), (5, nil, 5), (nil, 5, 5), (nil, nil, nil),
      ] as [(Int?, Int?, Int?)])
    func idle(request: Int?, transport: Int?, expected: Int?) throws {
      var options = RequestOptions()
      options.timeout = request.map { .seconds($0) }
      let sent = TransportRequest(url: try #require(URL(string: "http://127.0.0.1/")), options: options)
      var common = TransportConfiguration()
      common.idleTimeout = transport.map { .seconds($0) }
      let limits = CurlLimits(sent, try CurlTransport(common).loops)
      #expect(limits.idle?.duration == expected.map { .seconds($0) })
      #expect(limits.idle?.nanoseconds == expected.map { UInt64($0) * 1_000_000_000 })
    }
  }
#endif
