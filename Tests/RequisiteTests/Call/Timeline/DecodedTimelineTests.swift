import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Timelines and durations of any numbers can be printed")
struct DecodedTimelineTests {
  @Test("a decoded timeline with any times")
  func decoded() throws {
    let long = "[9223372036854775807,0]"
    let span = #"{"layer":"a","event":"b","start":\#(long),"duration":\#(long)}"#
    let negative = span.replacing(long, with: "[-9223372036854775808,0]")
    let text =
      #"{"id":"x","request":"GET /","outcome":"200","duration":[0,0],"attempts":[],"spans":[\#(span),\#(negative)]}"#
    let timeline = try JSONDecoder().decode(CallTimeline.self, from: Data(text.utf8))
    #expect(timeline.description.contains("GET /"))
  }

  @Test("a duration", arguments: [Duration.seconds(Int.max), .seconds(1.7e20), .seconds(-1.7e20)])
  func durations(duration: Duration) {
    #expect(DurationText.short(duration).hasSuffix(" s"))
    #expect(DurationText.short(duration).hasPrefix("-") == (duration < .zero))
  }
}
