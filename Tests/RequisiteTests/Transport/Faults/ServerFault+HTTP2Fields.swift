#if os(Linux)
  import Foundation
  import TestSupport

  /// Fields, statuses and lengths that HTTP/2 does not allow (RFC 9113 §8), and frames that it allows.
  extension ServerFault {
    private typealias Frame = HTTP2Frame
    private static let whole = [Frame.data("part", ends: true)]
    private static let start = [Frame.headers(), Frame.data("part")]

    private static func length(_ value: String, _ name: String, twice: Bool = false) -> ServerFault {
      let fields = Array(repeating: ("content-length", value), count: twice ? 2 : 1)
      return frames([Frame.headers("200", fields)] + whole, name, bad)
    }

    private static func field(_ field: String, _ value: String, _ name: String, _ outcome: String = bad)
      -> ServerFault
    {
      frames([Frame.headers("200", [(field, value)])] + whole, name, outcome)
    }

    private static func trailer(_ field: String, _ value: String, _ name: String, _ outcome: String = bad)
      -> ServerFault
    {
      frames(start + [Frame.trailers([(field, value)])], name, outcome)
    }

    /// A field that nghttp2 leaves out, and takes for a fault of the response before 1.67.
    private static func ignored(_ fault: ServerFault) -> ServerFault {
      var fault = fault
      fault.earlierOutcome = bad
      return fault
    }

    private static let lengths: [ServerFault] = [
      length("0", "sends a body after the Content-Length 0"),
      length("+4", "sends the Content-Length +4"),
      length("4, 4", "sends the Content-Length `4, 4`"),
      length("", "sends an empty Content-Length"),
      length("18446744073709551616", "sends a Content-Length beyond 64 bits"),
      length("4", "sends one Content-Length twice", twice: true),
      frames(
        [Frame.headers("200", [("content-length", "4")], ends: true)],
        "ends the stream with the header section, despite a Content-Length", bad),
      frames([Frame.headers("204")] + whole, "sends a body with 204", "204, “”"),
      frames([Frame.headers("304")] + whole, "sends a body with 304", "304, “”"),
      frames(
        [Frame.headers("304", [("content-length", "4")], ends: true)], "sends 304 with a length", "304, “”"),
    ]

    private static let statuses: [ServerFault] = [
      frames([Frame.headers("103", ends: true)], "ends the stream with hints", bad),
      frames([Frame.headers("101"), Frame.headers()] + whole, "switches protocols", bad),
      frames([Frame.headers("100")] + whole, "sends a body after an interim response", bad),
      frames([Frame.headers(), Frame.headers("404")] + whole, "sends two header sections", bad),
      frames([Frame.headers("000", ends: true)], "answers with status 000", bad),
      frames([Frame.headers("2000", ends: true)], "answers with status 2000", bad),
      frames([Frame.headers("600", ends: true)], "answers with status 600", "600, “”"),
      field(":status", "404", "sends two statuses"),
      field(":path", "/", "sends the path of a request"),
      frames(
        [Frame.headers("206", [("content-range", "bytes 0-3/10")])] + whole,
        "sends a part that was not asked for", bad),
    ]

    private static let values: [ServerFault] = [
      ignored(field("", "a", "sends a field without a name", "200, “part”")),
      ignored(field("a b", "a", "puts a space within a field name", "200, “part”")),
      ignored(field("a", "a\rb", "puts CR into a field value", "200, “part”")),
      ignored(field("a", "a\r\nb: c", "puts a line end into a field value", "200, “part”")),
      ignored(field("a", "a\u{0}b", "puts NUL into a field value", "200, “part”")),
      field("upgrade", "a", "sends an Upgrade field"),
      field("te", "gzip", "sends a TE field"),
      trailer(":status", "404", "sends a status among the trailers"),
      trailer("X-A", "a", "sends a trailer in capitals"),
      trailer("transfer-encoding", "chunked", "sends a Transfer-Encoding among the trailers"),
      trailer("content-length", "9", "sends a wrong Content-Length among the trailers"),
      ignored(trailer("a", "a\r\nb: c", "puts a line end into a trailer", "200, “part”")),
    ]

    private static let allowed: [ServerFault] = [
      frames(
        [Frame.headers(), Frame.frame(0, flags: 9, stream: 1, Data([2, 104, 105, 0, 0]))],
        "pads the body", "200, “hi”"),
      frames(
        [Frame.headers(), Frame.frame(0xFA, stream: 1, Data(count: 100))] + whole,
        "sends a frame of an unknown type", "200, “part”"),
      frames(
        [Frame.settings([(3, 0)]), Frame.headers()] + whole, "allows no further streams", "200, “part”"),
      frames(
        [Frame.headers()] + Array(repeating: Frame.data(""), count: 2000), "sends empty DATA frames alone",
        "`timedOut`, retryable"),
    ]

    static let http2Fields = lengths + statuses + values + allowed
  }
#endif
