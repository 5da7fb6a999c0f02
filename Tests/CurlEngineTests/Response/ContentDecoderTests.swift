#if os(Linux)
  import Testing

  @testable import CurlEngine

  @Suite(
    "Content codings are decoded in order, or the body is an error",
    .enabled(if: ContentCoding.available.contains(.gzip)))
  struct ContentDecoderTests {
    private static let text = Data("hello, hello, hello".utf8)

    @Test(
      "lists, several fields, other names and empty members",
      arguments: [
        (["gzip"], 1), (["x-gzip"], 1), (["GZIP , identity"], 1), (["identity", "gzip"], 1),
        (["gzip, gzip"], 2),
        (["gzip", "x-gzip"], 2), ([", gzip,,gzip, "], 2), (["gzip,gzip", "gzip"], 3),
      ])
    func lists(fields: [String], times: Int) throws {
      let data = (0..<times).reduce(Self.text) { data, _ in StoredCodings.gzip(data) }
      #expect(try Decoding.whole(data, fields) == Self.text)
      #expect(try Decoding.streamed(data, fields) == Self.text)
      #expect(throws: CurlProblem.self) { try Decoding.whole(data.dropLast(), fields) }
      #expect(throws: CurlProblem.self) { try Decoding.streamed(data.dropLast(), fields) }
    }

    @Test(
      "unknown codings and lists that are too long are errors, and an empty body is allowed with any coding")
    func refused() throws {
      for fields in [
        ["compress"], ["gzip, xz"], ["dcz", "gzip"], ["gzip,gzip,gzip,gzip"], ["gzip\u{301}"], ["none"],
      ] {
        #expect(throws: CurlProblem.self) { try Decoding.whole(StoredCodings.gzip(Self.text), fields) }
        #expect(throws: CurlProblem.self) { try Decoding.streamed(StoredCodings.gzip(Self.text), fields) }
        #expect(try Decoding.whole(Data(), fields) == Data())
      }
      #expect(try Decoding.whole(Self.text, ["identity"]) == nil)
      #expect(ContentDecoder(Decoding.lines(["br"]), isWanted: false, limit: .max) == nil)
    }

    @Test(
      "several codings are decoded in the reverse order of their application", .feature("F22"),
      arguments: [
        ["gzip", "br"], ["br", "gzip"], ["zstd", "deflate"], ["deflate", "zstd", "br"], ["zstd", "zstd"],
      ])
    func mixed(names: [String]) throws {
      let codings = names.compactMap { ContentCoding($0) }
      try #require(codings.count == names.count)
      let body = codings.reduce(Self.text) { StoredCodings.encode($0, $1) }
      for fields in [names, [names.joined(separator: ", ")]] {
        #expect(try Decoding.whole(body, fields) == Self.text)
        #expect(try Decoding.streamed(body, fields, by: 1) == Self.text)
        #expect(throws: CurlProblem.self) { try Decoding.whole(body.dropLast(), fields) }
        #expect(throws: CurlProblem.self) { try Decoding.whole(body, fields, limit: Self.text.count - 1) }
      }
      guard names != names.reversed() else { return }
      #expect(throws: CurlProblem.self) { try Decoding.whole(body, names.reversed()) }
    }

    @Test("the limit applies to the decoded bytes, exact to the byte")
    func limits() throws {
      let twice = StoredCodings.gzip(StoredCodings.gzip(Self.text))
      #expect(try Decoding.whole(twice, ["gzip, gzip"], limit: Self.text.count) == Self.text)
      #expect(throws: CurlProblem.self) {
        try Decoding.whole(twice, ["gzip, gzip"], limit: Self.text.count - 1)
      }
      #expect(throws: CurlProblem.self) {
        try Decoding.whole(StoredCodings.gzip(Self.text), ["gzip"], limit: Self.text.count - 1)
      }
    }
  }
#endif
