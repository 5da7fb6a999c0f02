import Testing

@testable import Requisite

@Suite("Options with values that are easily written")
struct OptionValueTests {
  @Test("statuses can be a range or an array, for a client, an endpoint, a request and options")
  func statuses() {
    let options = RequestOptions().with(\.acceptedStatuses, 200...299)
    #expect(options.acceptedStatuses == Set(200...299))
    #expect(options.with(\.nilStatuses, [404, 410]).nilStatuses == [404, 410])
    let endpoint = Endpoint<Int>.get("/a").with(\.acceptedStatuses, 200..<300)
    #expect(endpoint.options.acceptedStatuses == Set(200...299))
    let client = APIClient(baseURL: "https://api.example.com").with(\.acceptedStatuses, 200...204)
    #expect(client.options.acceptedStatuses == Set(200...204))
    #expect(endpoint.with(\.timeout, .seconds(5)).options.timeout == .seconds(5))
  }
}
