#if os(Linux)
  import Testing

  @testable import Requisite

  @Suite(
    "Content codings are undone in order, or the body is an error", .enabled(if: ContentDecoder.isAvailable))
  struct ContentDecoderTests {
    private static let text = Data("hello, hello, hello".utf8)

    /// gzip (RFC 1952) without compression, written by hand.
    private static func gzip(_ data: Data) -> Data {
      var crc: UInt32 = .max
      for byte in data {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      func number(_ value: UInt32, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
      }
      let length = UInt32(data.count)
      let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
      return Data(head + number(length, 2) + number(~length & 0xFFFF, 2)) + data
        + Data(number(~crc, 4) + number(length, 4))
    }

    private static func decode(_ data: Data, _ fields: [String], limit: Int = 1_000) throws -> Data? {
      let headers = HTTPHeaders(fields.map { HTTPHeader(.contentEncoding, $0) })
      guard let decoder = ContentDecoder(headers, isWanted: true) else { return nil }
      let (whole, problem) = data.withUnsafeBytes { decoder.decodeAll($0, limit: limit) }
      if let problem { throw problem }
      return whole
    }

    /// The same body by a stream, some bytes at a time.
    private static func stream(_ data: Data, _ fields: [String]) throws -> Data {
      let headers = HTTPHeaders(fields.map { HTTPHeader(.contentEncoding, $0) })
      let decoder = try #require(ContentDecoder(headers, isWanted: true))
      var result = Data()
      for start in stride(from: 0, to: data.count, by: 7) {
        try decoder.feed(data[start..<min(start + 7, data.count)])
        while let chunk = try decoder.next() { result += chunk }
      }
      try decoder.finish()
      return result
    }

    @Test(
      "lists, several fields, other names and places that are empty",
      arguments: [
        (["gzip"], 1), (["x-gzip"], 1), (["GZIP , identity"], 1), (["identity", "gzip"], 1),
        (["gzip, gzip"], 2),
        (["gzip", "x-gzip"], 2), ([", gzip,,gzip, "], 2), (["gzip,gzip", "gzip"], 3),
      ])
    func lists(fields: [String], times: Int) throws {
      let data = (0..<times).reduce(Self.text) { data, _ in Self.gzip(data) }
      #expect(try Self.decode(data, fields) == Self.text)
      #expect(try Self.stream(data, fields) == Self.text)
      #expect(throws: CurlProblem.self) { try Self.decode(data.dropLast(), fields) }
      #expect(throws: CurlProblem.self) { try Self.stream(data.dropLast(), fields) }
    }

    @Test(
      "unknown codings and lists that are too long are errors; an empty body is none, whatever it is called")
    func refused() throws {
      for fields in [
        ["br"], ["gzip, br"], ["br", "gzip"], ["gzip,gzip,gzip,gzip"], ["gzip\u{301}"], ["none"],
      ] {
        #expect(throws: CurlProblem.self) { try Self.decode(Self.gzip(Self.text), fields) }
        #expect(throws: CurlProblem.self) { try Self.stream(Self.gzip(Self.text), fields) }
        #expect(try Self.decode(Data(), fields) == Data())
      }
      #expect(try Self.decode(Self.text, ["identity"]) == nil)
      #expect(ContentDecoder(["Content-Encoding": "br"], isWanted: false) == nil)
    }

    @Test("the limit holds for what comes out at the end, to the byte")
    func limits() throws {
      let twice = Self.gzip(Self.gzip(Self.text))
      #expect(try Self.decode(twice, ["gzip, gzip"], limit: Self.text.count) == Self.text)
      #expect(throws: CurlProblem.self) { try Self.decode(twice, ["gzip, gzip"], limit: Self.text.count - 1) }
      #expect(throws: CurlProblem.self) {
        try Self.decode(Self.gzip(Self.text), ["gzip"], limit: Self.text.count - 1)
      }
    }
  }
#endif
