#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  /// A response to the request for the rest of a file that no careful client may append.
  struct HostileRange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The response to the request for the bytes from `start` on; `number` counts these requests from 1.
    let answer: @Sendable (_ start: Int, _ number: Int) -> Data

    init(_ name: String, _ answer: @escaping @Sendable (_ start: Int, _ number: Int) -> Data) {
      (testDescription, self.answer) = (name, answer)
    }

    /// The file, and another one of its length.
    static let file = Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) })
    static let other = Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) })

    /// A part of the file; what is not given is as it should be.
    static func part(
      _ start: Int, range: String? = nil, tag: String? = "\"1\"", headers: [String] = [], bytes: Data? = nil
    ) -> Data {
      let range = range ?? "bytes \(start)-2999/3000"
      return HTTPMessage.response(
        status: "206 Partial Content", body: bytes ?? file[start...],
        headers: ["Content-Range: \(range)"] + (tag.map { ["ETag: \($0)"] } ?? []) + headers)
    }

    /// Parts: of another place, another version, another form.
    static let parts = [
      HostileRange("one early") { start, _ in
        part(start, range: "bytes \(start - 1)-2999/3000", bytes: file[(start - 1)...])
      },
      HostileRange("the whole file as a part") { start, _ in
        part(start, range: "bytes 0-2999/3000", bytes: file)
      },
      HostileRange("the whole file under the right range") { start, _ in part(start, bytes: file) },
      HostileRange("another total") { start, _ in
        part(start, range: "bytes \(start)-2999/3001", bytes: other[start...])
      },
      HostileRange("a huge total") { start, _ in
        part(start, range: "bytes \(start)-2999/99999999999999999999", bytes: other[start...])
      },
      HostileRange("a signed range") { start, _ in
        part(start, range: "bytes +\(start)-2999/3000", bytes: other[start...])
      },
      HostileRange("another unit") { start, _ in
        part(start, range: "items \(start)-2999/3000", bytes: other[start...])
      },
      HostileRange("another tag") { start, _ in part(start, tag: "\"2\"", bytes: other[start...]) },
      HostileRange("a weak tag") { start, _ in part(start, tag: "W/\"1\"", bytes: other[start...]) },
      HostileRange("no tag") { start, _ in part(start, tag: nil, bytes: other[start...]) },
      HostileRange("two tags") { start, _ in part(start, headers: ["ETag: \"2\""], bytes: other[start...]) },
      HostileRange("two ranges") { start, _ in
        part(start, headers: ["Content-Range: bytes 0-0/1"], bytes: other[start...])
      },
      HostileRange("multipart with a range of its own") { start, _ in
        let type = "Content-Type: multipart/byteranges; boundary=x"
        return part(start, headers: [type], bytes: Data("--x\r\n".utf8) + other[min(start + 5, 3_000)...])
      },
      HostileRange("a coded part") { start, _ in part(start, headers: ["Content-Encoding: gzip"]) },
      HostileRange("more than announced, in chunks") { start, _ in
        let head = "HTTP/1.1 206 P\r\nTransfer-Encoding: chunked\r\nETag: \"1\"\r\n"
        let range = "Content-Range: bytes \(start)-2999/3000\r\n\r\n"
        let size = String(3_000 - start + 4, radix: 16)
        return Data("\(head)\(range)\(size)\r\n".utf8) + file[start...] + Data("MORE\r\n0\r\n\r\n".utf8)
      },
    ]

    /// Other responses, after which the right part follows.
    static let others = [
      HostileRange("416: complete, by tag and length") { start, number in
        number == 1 ? unsatisfied(["Content-Range: bytes */\(start)", "ETag: \"1\""]) : part(start)
      },
      HostileRange("416: complete, by length") { start, number in
        number == 1 ? unsatisfied(["Content-Range: bytes */\(start)"]) : part(start)
      },
      HostileRange("416 alone") { start, number in number == 1 ? unsatisfied([]) : part(start) },
      HostileRange("200 with another file") { _, _ in
        HTTPMessage.response(body: other, headers: ["ETag: \"2\""])
      },
      HostileRange("200, coded") { _, _ in
        HTTPMessage.response(
          body: StoredCodings.gzip(file), headers: ["ETag: \"1\"", "Content-Encoding: gzip"])
      },
      HostileRange("304") { start, number in
        number == 1 ? HTTPMessage.response(status: "304 Not Modified", body: "") : part(start)
      },
    ]

    private static func unsatisfied(_ headers: [String]) -> Data {
      HTTPMessage.response(status: "416 Range Not Satisfiable", body: "", headers: headers)
    }

    /// A server that cuts its first response after `cut` bytes of the file, and then answers each `Range` by this response.
    func server(cutAfter cut: Int) throws -> FaultServer {
      let number = Counter()
      return try FaultServer { connection in
        while true {
          let range = try connection.readRequest().header("Range")
          if let start = range.flatMap({ Int($0.dropFirst(6).dropLast()) }) {
            try connection.send(answer(start, number.add()))
          } else if connection.number == 0 {
            let whole = HTTPMessage.response(body: Self.file, headers: ["ETag: \"1\""])
            return try connection.send(whole.dropLast(3_000 - cut))
          } else {
            try connection.send(HTTPMessage.response(body: Self.file, headers: ["ETag: \"1\""]))
          }
        }
      }
    }
  }
#endif
