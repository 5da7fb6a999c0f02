import Requisite
import Testing

@Suite("The idle timeout of a request for Foundation")
struct TransportRequestTimeoutTests {
  @Test(
    "it is rounded up to whole seconds, and no limit is a very long timeout", .feature("E25"),
    arguments: [
      (Duration.milliseconds(1_900), 2.0), (.seconds(60), 60), (.seconds(5), 5), (.zero, 1),
      (.seconds(1e12), 315_360_000),
      (nil, 315_360_000),
    ])
  func rounded(timeout: Duration?, seconds: TimeInterval) throws {
    let url = try #require(URL(string: "https://a"))
    let request = TransportRequest(url: url, options: RequestOptions().with(\.timeout, timeout))
    #expect(request.urlRequest.timeoutInterval == seconds)
  }
}
