import Testing

@testable import Requisite

@Suite("Retry-After")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    "a number of seconds, and a date in all three forms", .feature("F1"),
    arguments: [
      ("120", 120), ("0", 0), (" 7 ", 7), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:49:38 1994", 1),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("99999999999999999999999", 1_000_000_000),
    ])
  func forms(value: String, seconds: Int) {
    let headers: HTTPHeaders = [.retryAfter: value]
    #expect(headers.retryAfter(now: now) == .seconds(seconds))
  }

  @Test(
    "any other value is ignored",
    arguments: ["", "-1", "+1", "1.5", "1s", "soon", "٣", "1, 2", "Sun, 06 Nov 1994 08:51:37"])
  func refused(value: String) {
    let headers: HTTPHeaders = [.retryAfter: value]
    #expect(headers.retryAfter(now: now) == nil)
  }

  @Test("a date is compared with the response's own Date, so a wrong clock on either side does not matter")
  func ownDate() {
    let headers: HTTPHeaders = [
      .date: "Sun, 06 Nov 2094 08:49:37 GMT", .retryAfter: "Sun, 06 Nov 2094 08:49:47 GMT",
    ]
    #expect(headers.retryAfter(now: now) == .seconds(10))
    let illegible: HTTPHeaders = [.date: "today", .retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT"]
    #expect(illegible.retryAfter(now: now) == .seconds(10))
  }
}
