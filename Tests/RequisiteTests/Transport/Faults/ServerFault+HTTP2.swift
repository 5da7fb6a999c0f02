#if os(Linux)
  import Foundation
  import TestSupport

  extension ServerFault {
    private typealias Frame = HTTP2Frame
    private static let end = [HTTP2Frame.data("", ends: true)]
    private static let whole = "200, “part”"
    private static let refused = "`networkConnectionLost`, retryable, not processed"
    private static let part = [HTTP2Frame.headers(), HTTP2Frame.data("part")]

    private static func cut(_ frame: Data, _ name: String, _ outcome: String = lost, closes: Bool = false)
      -> ServerFault
    {
      frames(part + [frame], name, outcome, closes: closes)
    }

    private static let field = ("x-a", String(repeating: "a", count: 1000))
    private static let longField = ("x-a", String(repeating: "a", count: 200_000))
    /// A field that enters the dynamic table (RFC 7541 §6.2.1), where it has the index 62.
    private static let entry =
      Data([0x40]) + Frame.block([("x-b", String(repeating: "b", count: 3000))]).dropFirst()

    /// HEADERS and CONTINUATION frames with a header section of `count` fields of 1 KB.
    private static func section(_ count: Int, ends: Bool = true) -> [Data] {
      section(Frame.block([(":status", "200")] + Array(repeating: field, count: count)), ends: ends)
    }

    private static func section(_ block: Data, flags: UInt8 = 0, ends: Bool = true) -> [Data] {
      stride(from: 0, to: block.count, by: 16_000).map { start in
        let piece = block.dropFirst(start).prefix(16_000)
        let isLast = ends && start + 16_000 >= block.count
        return Frame.frame(
          start == 0 ? 1 : 9, flags: (start == 0 ? flags : 0) | (isLast ? 4 : 0), stream: 1, Data(piece))
      }
    }

    /// Frames (RFC 9113 §6) after the first four bytes of a body without a length, and other faults.
    static let http2: [ServerFault] = [
      frames(part + [Frame.data("", ends: true)], "ends the stream", "200, “part”"),
      frames(part + [Frame.trailers([("x-sum", "7")])], "ends the stream with trailers", "200, “part”"),
      frames(
        [Frame.headers("103", [("link", "</a>")])] + part + [Frame.data("", ends: true)],
        "sends hints before the response", "200, “part”"),
      frames(
        part + [Frame.data("", ends: true), Frame.goAway()], "ends the stream, and goes away", "200, “part”",
        closes: true),
      frames(
        part + [Frame.goAway(), Frame.data("", ends: true)], "goes away, and ends the stream", "200, “part”"),
      frames(
        [Frame.goAway()] + part + [Frame.data("", ends: true)],
        "goes away before the response, and ends the stream",
        "200, “part”"),
      frames(part + end + [Frame.windowUpdate(0)], "ends the stream, and sends WINDOW_UPDATE of 0", whole),
      frames(
        part + end + [Frame.windowUpdate(0, stream: 1)],
        "ends the stream, and sends WINDOW_UPDATE of 0 for it", whole),
      frames(part + end + [Frame.reset(0)], "ends the stream, and resets it: no error", whole),
      frames(part + end + [Frame.reset(8)], "ends the stream, and resets it: cancelled", whole),
      frames(
        part + [Frame.frame(0, flags: 9, stream: 1, Data([2, 0, 0]))], "ends the stream with padding alone",
        whole),
      frames(part + [Frame.reset(0)], "resets the stream within the body: no error", lost),
      frames(
        [Frame.headers("200", [("content-length", "9")]), Frame.data("part"), Frame.reset(0)],
        "resets the stream before the Content-Length: no error", lost),
      frames(
        [Frame.headers(), Frame.reset(0)], "resets the stream after the header section: no error", lost),
      frames(
        [Frame.headers("200", [("content-length", "4")]), Frame.data("part"), Frame.reset(0)],
        "resets the stream after the Content-Length: no error", whole),
      frames([Frame.reset(0)], "resets the stream before the response: no error", lost),
      frames(
        [Frame.headers("200", [("content-length", "9")]), Frame.data("part", ends: true)],
        "ends the stream before the Content-Length", bad),
      frames(
        [Frame.headers("200", [("content-length", "2")]), Frame.data("part", ends: true)],
        "sends more than the Content-Length", bad),
      cut(Frame.data(String(repeating: "x", count: 20_000)), "sends an oversized frame"),
      cut(Frame.windowUpdate(0), "sends WINDOW_UPDATE of 0"),
      cut(Frame.windowUpdate(0, stream: 1), "sends WINDOW_UPDATE of 0 for the stream", bad),
      cut(Frame.windowUpdate(0x7FFF_FFFF), "opens the window beyond its limit"),
      cut(Frame.windowUpdate(0x7FFF_FFFF, stream: 1), "opens the stream's window beyond its limit", bad),
      cut(Frame.frame(8, Data(count: 3)), "sends WINDOW_UPDATE of 3 bytes"),
      cut(Frame.data("x", stream: 0), "sends DATA on stream 0"),
      cut(Frame.data("x", stream: 77), "sends DATA on a stream that is idle"),
      cut(Frame.data("x", stream: 2), "sends DATA on a stream of its own"),
      cut(Frame.frame(0, flags: 8, stream: 1, Data([9, 1])), "sends DATA with more padding than content"),
      cut(
        Frame.frame(5, flags: 4, stream: 1, Frame.number(2, bytes: 4) + Data([0x82])),
        "sends PUSH_PROMISE, which is turned off", bad),
      cut(Frame.frame(4, Data(count: 5)), "sends SETTINGS of 5 bytes"),
      cut(Frame.frame(4, stream: 1), "sends SETTINGS on a stream", bad),
      cut(Frame.frame(4, flags: 1, Data(count: 6)), "acknowledges SETTINGS with content"),
      cut(Frame.settings([(4, 0xFFFF_FFFF)]), "sets a window beyond its limit"),
      cut(Frame.settings([(5, 1)]), "sets a frame size of 1"),
      cut(Frame.frame(6, Data(count: 7)), "sends PING of 7 bytes"),
      cut(Frame.frame(6, stream: 1, Data(count: 8)), "sends PING on a stream", bad),
      cut(
        Frame.frame(1, flags: 5, stream: 1, Data([0xFF, 0xFF, 0xFF])), "sends trailers that are no HPACK", bad
      ),
      cut(Frame.frame(1, flags: 5, stream: 1, Data([0x80])), "sends trailers with index 0", bad),
      cut(Frame.frame(9, flags: 4, stream: 1), "sends CONTINUATION out of place"),
      cut(Frame.frame(3, stream: 1, Data(count: 3)), "sends RST_STREAM of 3 bytes"),
      cut(Frame.reset(0, stream: 0), "sends RST_STREAM on stream 0"),
      cut(Frame.reset(1), "resets the stream: protocol error"),
      cut(Frame.reset(2), "resets the stream: internal error"),
      cut(Frame.reset(7), "resets the stream: refused"),
      cut(Frame.reset(8), "resets the stream: cancelled"),
      cut(Frame.reset(0xB), "resets the stream: enhance your calm"),
      cut(Frame.goAway(), "goes away, and closes", closes: true),
      cut(Frame.goAway() + Frame.data("x", stream: 0), "goes away, and sends DATA on stream 0"),
      cut(Frame.goAway(2), "goes away with an error, and closes", closes: true),
      cut(Frame.goAway(2, last: 0), "goes away with an error, the stream not processed"),
      cut(Frame.frame(7, stream: 1, Data(count: 8)), "sends GOAWAY on a stream", bad),
      cut(Data(), "closes", closes: true),
      cut(Frame.frame(0, stream: 1, Data()).prefix(5), "closes within a frame", closes: true),
      frames(
        [Frame.goAway(0, last: 0)], "goes away before the response, the stream not processed", refused,
        closes: true),
      frames([Frame.goAway(0, last: 0)], "goes away before the response, and stays connected", refused),
      frames([Frame.reset(7)], "refuses the stream", refused),
      frames([], "closes before the response", lost, closes: true),
      frames([], "says nothing", "`timedOut`, retryable"),
      frames(part, "stops within the body", "`timedOut`, retryable"),
      frames([Frame.data("part", ends: true)], "sends DATA before HEADERS", lost),
      frames([Frame.frame(1, flags: 5, stream: 1, Frame.block([("x-a", "a")]))], "sends no status", bad),
      frames([Frame.headers("abc", ends: true)], "answers with status abc", bad),
      frames([Frame.headers("200", [("X-A", "a")], ends: true)], "sends a field name in capitals", bad),
      frames(
        [Frame.headers("200", [("transfer-encoding", "chunked")], ends: true)], "sends a Transfer-Encoding",
        bad),
      frames([Frame.headers("200", [("connection", "close")], ends: true)], "sends a Connection field", bad),
      frames(
        [Frame.headers("200", [("content-length", "5"), ("content-length", "6")], ends: true)],
        "sends two different Content-Length fields", bad),
      frames(
        [Frame.headers("200", Array(repeating: field, count: 15), ends: true)],
        "sends a header section of 15 KiB",
        "200, “”"),
      frames(section(70), "sends a header section of 70 KiB", large),
      frames(section(300), "sends a header section of 300 KiB", large),
      frames(
        section(Frame.block([(":status", "200"), longField])), "sends a header field of 200 KB", bad),
      frames(section(300, ends: false), "sends a header section without end", large),
      frames(
        [Frame.frame(1, stream: 1, Frame.block([(":status", "200")]))]
          + Array(repeating: Frame.frame(9, stream: 1, Frame.block([("a", "b")])), count: 2000),
        "sends small CONTINUATION frames without end", large),
      frames(
        [Frame.frame(1, stream: 1, Frame.block([(":status", "200")]))]
          + Array(repeating: Frame.frame(9, stream: 1), count: 2000),
        "sends empty CONTINUATION frames without end", large),
      frames(
        section(Frame.block([(":status", "200")]) + entry + Data(repeating: 0xBE, count: 15_000)),
        "sends 15,000 fields of 3 KB in 18 KB", large),
      frames(
        Array(repeating: Frame.headers("103", [("link", "</a>")]), count: 5000),
        "sends interim responses without end", large),
      frames(
        part + section(Frame.block(Array(repeating: field, count: 100)), flags: 1),
        "sends 100 KiB of trailers", large),
      frames(
        part + section(Frame.block(Array(repeating: field, count: 300)), flags: 1),
        "sends 300 KiB of trailers", large),
      frames(part + section(Frame.block([longField]), flags: 1), "sends a trailer of 200 KB", bad),
      frames(
        part + section(Frame.block(Array(repeating: ("a", "b"), count: 6000)), flags: 1),
        "sends 6,000 small trailers", large),
      frames([Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)], "speaks HTTP/1.1", lost),
    ]
  }
#endif
