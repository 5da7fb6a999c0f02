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

  @Test("the phases of an exchange are printed in their order, without those that took no time")
  func phases() throws {
    var phases = CallTimeline.Timings()
    (phases.connected, phases.secured) = (.milliseconds(20), .milliseconds(20))
    phases.requestSent = .milliseconds(20)
    (phases.firstByte, phases.lastByte) = (.microseconds(29_990), .microseconds(35_490))
    let span = CallTimeline.Span(
      layer: "transport", event: "200 OK", start: .zero, duration: .milliseconds(36), phases: phases)
    let spans = String(decoding: try JSONEncoder().encode([span]), as: UTF8.self)
    let text =
      #"{"id":"x","request":"GET /","outcome":"200","duration":[0,0],"attempts":[],"spans":\#(spans)}"#
    let timeline = try JSONDecoder().decode(CallTimeline.self, from: Data(text.utf8))
    let words = "    connect 20.0 ms, first byte 9.99 ms, body 5.50 ms, 0 B out, 0 B in"
    #expect(timeline.description.hasSuffix(words))
  }

  @Test("a duration", arguments: [Duration.seconds(Int.max), .seconds(1.7e20), .seconds(-1.7e20)])
  func durations(duration: Duration) {
    #expect(DurationText.short(duration).hasSuffix(" s"))
    #expect(DurationText.short(duration).hasPrefix("-") == (duration < .zero))
  }
}
