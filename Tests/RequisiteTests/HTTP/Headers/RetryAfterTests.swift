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
    "fractions, units, dates of ISO 8601 and moments are read exactly, and of several values the longest",
    arguments: [
      ("1.5", 1_500), ("64.57", 64_570), ("0.0", 0), ("1s", 1_000), ("17ms", 17), ("1m30.5s", 90_500),
      ("2h", 7_200_000),
      ("1, 2", 2_000), ("1, soon", 1_000), ("784111780", 784_111_780_000), ("1994-11-06T08:49:40Z", 3_000),
      ("1994-11-06T08:49:40.250Z", 3_250), ("1994-11-06T09:49:40+01:00", 3_000),
    ])
  func looseForms(value: String, milliseconds: Int) {
    let headers: HTTPHeaders = [.retryAfter: value]
    #expect(headers.retryAfter(now: now) == .milliseconds(milliseconds))
  }

  @Test(
    "a number that no one waits for is a moment, in seconds or in milliseconds",
    arguments: [
      ("1700000005", 5_000), ("1700000005.25", 5_250), ("1700000005250", 5_250), ("1600000000", 0),
    ])
  func moments(value: String, milliseconds: Int) {
    let headers: HTTPHeaders = [.retryAfter: value]
    #expect(
      headers.retryAfter(now: Date(timeIntervalSince1970: 1_700_000_000)) == .milliseconds(milliseconds))
  }

  @Test("Retry-After-Ms is read first, unless it says nothing")
  func milliseconds() {
    let both: HTTPHeaders = ["retry-after-ms": "250.5", .retryAfter: "1"]
    #expect(both.retryAfter(now: now) == .microseconds(250_500))
    let one: HTTPHeaders = ["retry-after-ms": "soon", .retryAfter: "1"]
    #expect(one.retryAfter(now: now) == .seconds(1))
    #expect((["retry-after-ms": "250"] as HTTPHeaders).retryAfter(now: now) == .milliseconds(250))
  }

  @Test("without Retry-After, a 429 asks to wait until its quota is renewed, and no other status does")
  func renewal() {
    let quota: HTTPHeaders = ["RateLimit-Reset": "30"]
    #expect(quota.retryAfter(status: 429, now: now) == .seconds(30))
    #expect(quota.retryAfter(status: 503, now: now) == nil)
    let spent: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "7.5"]
    #expect(spent.retryAfter(status: 429, now: now) == .milliseconds(7_500))
    let left: HTTPHeaders = ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "7"]
    #expect(left.retryAfter(status: 429, now: now) == nil, "another limit was exceeded")
    #expect(left.merging([.retryAfter: "2"]).retryAfter(status: 429, now: now) == .seconds(2))
  }

  @Test(
    "any other value is ignored",
    arguments: ["", "-1", "+1", "1e3", "1.", ".5", "1x", "s", "soon", "٣", "Sun, 06 Nov 1994 08:51:37"])
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
