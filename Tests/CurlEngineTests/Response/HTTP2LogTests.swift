#if os(Linux)
  import Testing

  @testable import CurlEngine

  @Suite("The lines of libcurl's log about HTTP/2")
  struct HTTP2LogTests {
    private func read(_ line: String) -> HTTP2Log? { Array(line.utf8).withUnsafeBytes(HTTP2Log.init) }

    @Test(
      "each kind of line is read", .feature("F38"),
      arguments: [
        ("[HTTP/2] [1] OPENED stream for https://localhost/", 1, .opened),
        ("[HTTP/2] [3] <- FRAME[HEADERS, len=9, hend=1, eos=0]\n", 3, .headers(isEnd: false)),
        ("[HTTP/2] [3] <- FRAME[HEADERS, len=9, hend=1, eos=1]\n", 3, .headers(isEnd: true)),
        ("[HTTP/2] [5] <- FRAME[DATA, len=4, eos=0, padlen=0]", 5, .data(count: 4, isEnd: false)),
        ("[HTTP/2] [5] <- FRAME[DATA, len=4, eos=1, padlen=3]", 5, .data(count: 1, isEnd: true)),
        (
          "[HTTP/2] [2147483647] <- FRAME[RST_STREAM, len=4, flags=0, error=7]", 2_147_483_647,
          .reset(error: 7)
        ),
        ("[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='', last_stream=5]", 0, .goAway(last: 5)),
        // What the server has written stands before it.
        (
          "[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason=', last_stream=1]', last_stream=5]", 0,
          .goAway(last: 5)
        ),
      ] as [(String, Int, HTTP2Log.Event)])
    func known(_ line: String, _ stream: Int, _ event: HTTP2Log.Event) {
      #expect(read(line)?.stream == stream && read(line)?.event == event)
    }

    @Test(
      "other lines say nothing",
      arguments: [
        "", "[", "[HTTP/2] [", "[HTTP/2] [1", "[HTTP/2] [1] ",
        "[HTTP/2] [] <- FRAME[DATA, len=4, eos=1, padlen=0]",
        "[HTTP/2] [1] <- FRAME[DATA, len=4", "[HTTP/2] [1] <- FRAME[DATA, len=99999999999, eos=1, padlen=0]",
        "[HTTP/2] [1] <- FRAME[DATA, len=4, eos=1, padlen=5]", "[HTTP/2] [1] <- FRAME[SETTINGS, len=6]",
        "[HTTP/2] [1] -> FRAME[DATA, len=4, eos=1, padlen=0]",
        "[HTTP/2-1] [1] OPENED stream for https://localhost/",
        "[HTTP/2] [1] [x: <- FRAME[DATA, len=4, eos=1, padlen=0]]",
      ])
    func unknown(_ line: String) { #expect(read(line) == nil) }

    @Test("a GOAWAY whose last stream cannot be read refuses nothing")
    func withoutLast() {
      let line = "[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='"
      #expect(read(line)?.event == .goAway(last: nil))
      var stream = HTTP2Stream()
      stream.number = 9
      stream.note(.goAway(last: nil))
      #expect(!stream.wasRefused)
      stream.note(.goAway(last: 9))
      #expect(!stream.wasRefused)
      stream.note(.goAway(last: 7))
      #expect(stream.wasRefused)
    }
  }
#endif
