#if os(Linux)
  import TestSupport

  extension ServerFault {
    private static let chunks = "5\r\nhello\r\n0\r\n\r\n"

    /// What says where the body ends.
    static let framings: [ServerFault] = [
      head("Content-Length: five", "sends the Content-Length `five`"),
      head("Content-Length: -1", "sends the Content-Length -1"),
      head("Content-Length: +5", "sends the Content-Length +5"),
      head("Content-Length: 0x5", "sends the Content-Length 0x5"),
      head("Content-Length: 5.0", "sends the Content-Length 5.0"),
      head("Content-Length: 5 5", "sends the Content-Length `5 5`"),
      head("Content-Length: 5, 6", "sends the Content-Length `5, 6`"),
      head("Content-Length: 5, 5", "sends the Content-Length `5, 5`"),
      head("Content-Length:", "sends an empty Content-Length"),
      head("Content-Length: 99999999999999999999", "sends a Content-Length beyond 64 bits"),
      head("Content-Length: 5\r\nContent-Length: 6", "sends two different Content-Length fields"),
      head("Content-Length: 5\r\nContent-Length: 5", "sends one Content-Length twice", "200, “hello”"),
      head("Content-Length : 50", "puts a space after Content-Length"),
      head("Content-Length\t: 50", "puts a tab after Content-Length"),
      head("Content-Length:\r\n 50", "folds the Content-Length"),
      head("Content-Length: 5\r\n 0", "continues the Content-Length on a folded line"),
      head("Content-Length: 5\u{0}0", "puts NUL into the Content-Length"),
      head("Content-Length: 005", "begins the Content-Length with zeros", "200, “hello”"),
      head("CONTENT-LENGTH:5", "writes `CONTENT-LENGTH:5`", "200, “hello”"),
      head("Transfer-Encoding : chunked", "puts a space after Transfer-Encoding", body: chunks),
      head("Transfer-Encoding:\r\n chunked", "folds the Transfer-Encoding", body: chunks),
      head(
        "Transfer-Encoding: chunked\r\n , gzip", "continues the Transfer-Encoding on a folded line",
        body: chunks),
      head("Transfer-Encoding: gzip, chunked", "sends a body in the codings `gzip, chunked`", body: chunks),
      head(
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "names gzip and chunked in two fields",
        body: chunks),
      head("Transfer-Encoding: chunked, gzip", "does not put chunked last", body: chunks),
      head("Transfer-Encoding: chunked, chunked", "names chunked twice", body: chunks),
      head(
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "sends two fields with chunked",
        body: chunks),
      head("Transfer-Encoding: xchunked", "sends the coding `xchunked`", body: chunks),
      head("Transfer-Encoding: chunked;a=b", "gives chunked a parameter", body: chunks),
      head("Transfer-Encoding: deflate", "sends the coding `deflate`"),
      head("Transfer-Encoding:", "sends an empty Transfer-Encoding"),
      head("Transfer-Encoding: \u{B}chunked", "puts a vertical tab before `chunked`", body: chunks),
      head("Transfer-Encoding: chunked\r\nContent-Length: 5", "sends both framings", body: chunks),
      head(
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "sends both framings, the length first",
        body: chunks),
      head(
        "Transfer-Encoding: , chunked,", "puts empty members around `chunked`", "200, “hello”", body: chunks),
      head("Transfer-Encoding: ,", "sends a Transfer-Encoding of empty members"),
      head("Transfer-Encoding: chunked, identity", "names identity after chunked", body: chunks),
      head("Transfer-Encoding: CHUNKED", "writes `CHUNKED`", "200, “hello”", body: chunks),
      head("Transfer-Encoding: identity\r\nContent-Length: 5", "sends the coding `identity`", "200, “hello”"),
    ]

    private static func chunked(_ body: String, _ name: String, _ outcome: String) -> ServerFault {
      head("Transfer-Encoding: chunked", name, outcome, body: body)
    }

    /// Chunks (RFC 9112 §7.1).
    static let bodies: [ServerFault] = [
      chunked("", "sends no chunk", lost),
      chunked("5", "ends within a chunk's size", lost),
      chunked("5\r\nhel", "ends within a chunk", lost),
      chunked("5\r\nhello", "ends before the line end of a chunk", lost),
      chunked("5\r\nhello\r\n", "ends before the last chunk", lost),
      chunked("5\r\nhello\r\n0", "ends within the last chunk", lost),
      chunked("5\r\nhello\r\n0\r\n", "ends before the empty line of the last chunk", lost),
      chunked("5\r\nhello\r\n0\r\nX-A: a\r\n", "ends within the trailers", lost),
      chunked("xyz\r\nhello\r\n0\r\n\r\n", "sends a chunk size that is no number", bad),
      chunked("-5\r\nhello\r\n0\r\n\r\n", "sends a negative chunk size", bad),
      chunked("\r\nhello\r\n0\r\n\r\n", "sends an empty chunk size", bad),
      chunked("FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n", "sends a chunk size beyond 64 bits", bad),
      chunked("5\r\nhello, world\r\n0\r\n\r\n", "sends more than the chunk's size", bad),
      chunked("5;name=value\r\nhello\r\n0\r\n\r\n", "sends a chunk extension", "200, “hello”"),
      chunked("5\r\nhello\r\n0\r\nX-A: a\r\n\r\n", "sends trailers", "200, “hello”"),
      chunked("5\r\nhello\r\n0\r\n\r\nmore", "sends more after the last chunk", "200, “hello”"),
      chunked(
        "5\r\nhello\r\n0\r\n" + String(repeating: "X-A: 012345678901234567890\r\n", count: 4000) + "\r\n",
        "sends 100 KiB of trailers", large),
      chunked(
        "200000\r\n" + String(repeating: "x", count: 2 << 20), "sends a chunk beyond the limit",
        "`bodyTooLarge`"),
    ]
  }
#endif
