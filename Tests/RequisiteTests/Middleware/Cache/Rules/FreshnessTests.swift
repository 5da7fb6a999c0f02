import Foundation
import Testing

@testable import Requisite

@Suite("Freshness")
struct FreshnessTests {
  private func freshness(
    _ headers: HTTPHeaders, status: Int = 200, sentBefore delay: TimeInterval = 0,
    policy: CachePolicy = CachePolicy()
  ) -> Freshness {
    Freshness(
      status: status, headers: headers, control: CacheControl(headers),
      sent: WallClock.start.addingTimeInterval(-delay), received: WallClock.start, policy: policy)
  }

  @Test(
    "the lifetime is max-age, or Expires minus Date, and an invalid Expires is in the past (RFC 9111 §4.2.1, §5.3)",
    .feature("C9"),
    arguments: [
      (["Cache-Control": "max-age=60"], 60),
      (["Cache-Control": "max-age=60", "Expires": WallClock.date(10)], 60),
      (["Cache-Control": "max-age=0", "Expires": WallClock.date(10)], 0),
      (["Cache-Control": "s-maxage=60"], 0),
      (["Expires": WallClock.date(10)], 10),
      (["Expires": WallClock.date(10), "Date": WallClock.date(-5)], 15),
      (["Expires": WallClock.date(-10)], 0),
      (["Expires": "0"], 0), (["Expires": "-1"], 0), (["Expires": ""], 0), (["Expires": "tomorrow"], 0),
      (["Expires": "Sunday, 06-Nov-94 08:50:37 GMT"], 60), (["Expires": "Sun Nov  6 08:50:37 1994"], 60),
      (["Cache-Control": "max-age=x", "Expires": WallClock.date(10)], 0),
      ([:], 0),
    ] as [(HTTPHeaders, TimeInterval)])
  func lifetime(headers: HTTPHeaders, seconds: TimeInterval) {
    #expect(freshness(headers).lifetime == seconds)
  }

  @Test("two equal Expires fields count as one, and two different ones mean a stale response", .feature("C9"))
  func severalExpires() {
    let (soon, late) = (HTTPHeader(.expires, WallClock.date(10)), HTTPHeader(.expires, WallClock.date(99)))
    #expect(freshness([soon, late]).lifetime == 0)
    #expect(freshness([soon, soon]).lifetime == 10)
  }

  @Test(
    "without a lifetime from the server, it is a tenth of the time since the last change, at most a day",
    .feature("C9"))
  func heuristics() {
    let hour = ["Last-Modified": WallClock.date(-3600)] as HTTPHeaders
    #expect(freshness(hour).lifetime == 360)
    #expect(freshness(hour).isHeuristic)
    #expect(freshness(["Last-Modified": WallClock.date(-864_000 * 10)]).lifetime == 86_400)
    #expect(freshness(["Last-Modified": WallClock.date(3600)]).lifetime == 0)
    #expect(freshness(["Last-Modified": "then"]).lifetime == 0)
    #expect(freshness(hour.merging(["Expires": "0"])).lifetime == 0)
    #expect(!freshness(hour.merging(["Expires": "0"])).isHeuristic)
    #expect(freshness(hour, status: 302).lifetime == 0)
    #expect(freshness(hour.merging(["Cache-Control": "public"]), status: 302).lifetime == 360)
    #expect(freshness(hour, policy: CachePolicy(heuristicFraction: 0)).lifetime == 0)
  }

  @Test(
    "the age at receipt is the greater of that by Date and that by Age plus the delay (RFC 9111 §4.2.3)",
    .feature("C9"),
    arguments: [
      (["Date": WallClock.date()], 0, 0),
      (["Date": WallClock.date(-30)], 0, 30),
      (["Date": WallClock.date(30)], 0, 0),
      (["Date": WallClock.date(-30)], 8, 30),
      (["Age": "20"], 0, 20),
      (["Age": "20"], 8, 28),
      (["Age": "20", "Date": WallClock.date(-30)], 8, 30),
      (["Age": "20", "Date": WallClock.date(-30)], 12, 32),
      (["Age": "20, 40"], 0, 20), (["Age": "x"], 0, 0), (["Age": "-5"], 0, 0), (["Age": "2.5"], 0, 0),
      (["Age": "99999999999999999999"], 0, 2_147_483_648), (["Date": "never"], 0, 0),
    ] as [(HTTPHeaders, TimeInterval, TimeInterval)])
  func initialAge(headers: HTTPHeaders, delay: TimeInterval, seconds: TimeInterval) {
    #expect(freshness(headers, sentBefore: delay).initialAge == seconds)
  }

  @Test("the age grows with the time in the store, and is unknown if the clock is set back", .feature("C9"))
  func growing() {
    let age = freshness(["Age": "20"])
    #expect(age.age(at: WallClock.start.addingTimeInterval(15)) == 35)
    #expect(age.age(at: WallClock.start.addingTimeInterval(-0.5)) == 20)
    #expect(age.age(at: WallClock.start.addingTimeInterval(-60)) == .infinity)
    #expect(age.remaining(at: WallClock.start.addingTimeInterval(-60)) == -.infinity)
  }
}
