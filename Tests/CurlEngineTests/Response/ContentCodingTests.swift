#if os(Linux)
  import CRequisiteCurl
  import Foundation
  import Testing

  @testable import CurlEngine

  @Suite("Each content coding is decoded completely, or the body is an error")
  struct ContentCodingTests {
    @Test(
      "sample bytes of each available coding are decoded, in any chunks", .feature("F22"),
      arguments: EncodedSample.all)
    func samples(_ sample: EncodedSample) throws {
      let fields = [sample.coding.rawValue]
      #expect(try Decoding.whole(sample.bytes, fields) == EncodedSample.text)
      for size in [1, 2, 3, 7, 64, 1_000] {
        #expect(try Decoding.streamed(sample.bytes, fields, by: size) == EncodedSample.text)
      }
    }

    @Test(
      "Accept-Encoding names exactly the codings of libcurl",
      .enabled(if: ProcessInfo.processInfo.environment["REQUISITE_OLD_LIBCURL"] == nil))
    func available() {
      let version = String(cString: rq_curl_version())
      for (name, coding) in [("zlib/", ContentCoding.gzip), ("brotli/", .br), ("zstd/", .zstd)]
      where version.contains(name) {
        #expect(ContentCoding.available.contains(coding), "\(version)")
      }
      let named = ContentCoding.available.map(\.rawValue)
      #expect(ContentCoding.acceptEncodingLines == ["Accept-Encoding: \(named.joined(separator: ", "))"])
      #expect(ContentCoding.allCases.filter { ContentCoding($0.rawValue) != nil }.map(\.rawValue) == named)
    }

    @Test(
      "a body that is cut at any byte is an error after correct bytes", .feature("F22"),
      arguments: EncodedSample.all)
    func cut(_ sample: EncodedSample) {
      let fields = [sample.coding.rawValue]
      for count in 1..<sample.bytes.count {
        let part = sample.bytes.prefix(count)
        #expect(throws: CurlProblem.self, "\(count)") { try Decoding.whole(part, fields) }
        var partial = Data()
        #expect(throws: CurlProblem.self, "\(count)") {
          try Decoding.streamed(part, fields, partial: &partial)
        }
        #expect(EncodedSample.text.starts(with: partial))
      }
    }

    @Test(
      "a changed byte fails the checksum, and without a checksum does not end the process",
      arguments: EncodedSample.all)
    func flipped(_ sample: EncodedSample) {
      let fields = [sample.coding.rawValue]
      for place in sample.bytes.indices {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var changed = sample.bytes
          changed[place] ^= mask
          let whole = Result { try Decoding.whole(changed, fields, limit: 1 << 20) }
          let streamed = Result { try Decoding.streamed(changed, fields) }
          switch (whole, streamed) {
          case (.success(let left), .success(let right)):
            #expect(left == right)
            #expect(!sample.hasChecksum || left == EncodedSample.text, "\(place), \(mask)")
          case (.failure, .failure), (.failure(CurlProblem.bodyTooLarge), _): break
          default: Issue.record("\(place), \(mask): \(whole), but \(streamed)")
          }
        }
      }
    }

    @Test(
      "bytes after the end are padding for gzip and deflate, and an error for br and zstd",
      arguments: EncodedSample.all)
    func trailing(_ sample: EncodedSample) {
      let padded = sample.bytes + [0, 0, 0]
      let whole = Result { try Decoding.whole(padded, [sample.coding.rawValue]) }
      let streamed = Result { try Decoding.streamed(padded, [sample.coding.rawValue], by: 1) }
      let isPadding = [.gzip, .deflate].contains(sample.coding)
      for result in [whole.map { $0 ?? Data() }, streamed] {
        #expect((try? result.get()) == (isPadding ? EncodedSample.text : nil))
      }
    }

    @Test(
      "output that fills the buffer exactly is followed by the rest without further input",
      arguments: EncodedSample.zeros)
    func pending(_ sample: EncodedSample) throws {
      for limit in [1_000, 4_096, 65_535, 99_999, 100_000, 199_999, 200_000] {
        let stage = DecodingStage(sample.coding)
        stage.feed(sample.bytes)
        var total = 0
        while let chunk = try stage.next(limit: limit) {
          #expect(chunk.count <= limit)
          total += chunk.count
        }
        #expect(total == 200_000)
        #expect(throws: Never.self) { try stage.finish() }
      }
    }

    @Test(
      "the limit is exact to the byte, and stops a compression bomb", .feature("F22"),
      arguments: ContentCoding.available)
    func limits(_ coding: ContentCoding) throws {
      let fields = [coding.rawValue]
      let body = StoredCodings.encode(EncodedSample.text, coding)
      #expect(try Decoding.whole(body, fields, limit: EncodedSample.text.count) == EncodedSample.text)
      for limit in [0, 1, EncodedSample.text.count - 1] {
        let error = #expect(throws: CurlProblem.self) { try Decoding.whole(body, fields, limit: limit) }
        guard case .bodyTooLarge(limit: limit) = error else {
          Issue.record("\(limit): \(String(describing: error))"); continue
        }
      }
    }

    @Test(
      "64 MiB compressed to a few bytes stop at the limit, and are streamed in small chunks", .feature("F22"))
    func bombs() throws {
      for (coding, bomb) in [
        (ContentCoding.br, EncodedSample.brotliBomb), (.zstd, StoredCodings.zstdZeros(64 << 20)),
      ]
      where ContentCoding.available.contains(coding) {
        var part = Data()
        let problem = #expect(throws: CurlProblem.self) {
          try Decoding.streamed(bomb, [coding.rawValue], limit: 100_000, partial: &part)
        }
        #expect(part.count == 100_000)
        guard case .bodyTooLarge = problem else { Issue.record("\(String(describing: problem))"); continue }
        var reader = try #require(
          ContentDecoder(Decoding.lines([coding.rawValue]), isWanted: true, limit: .max))
        try reader.feed(bomb)
        var total = 0
        while let chunk = try reader.next() {
          #expect(chunk.count <= 128 << 10)
          total += chunk.count
        }
        #expect(total == 64 << 20)
        try reader.finish()
      }
    }
  }
#endif
