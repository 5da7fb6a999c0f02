#if os(Linux)
  import Foundation
  import Testing

  @testable import CurlEngine

  @Suite(
    "zstd: frames are those of RFC 8878, with the windows of RFC 9659",
    .enabled(if: ContentCoding.available.contains(.zstd)))
  struct ZstdFrameTests {
    private static let text = EncodedSample.text
    private static let frame = StoredCodings.zstd(text)
    /// A frame that is skipped (RFC 8878 §3.1.2), with three bytes in it.
    private static let skipped = Data([0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])

    private func expectBoth(_ data: Data, _ expected: Data?, _ comment: Comment? = nil) {
      for size in [1, 7, .max] {
        let streamed = Result { try Decoding.streamed(data, ["zstd"], by: size) }
        #expect((try? streamed.get()) == expected, comment)
      }
      let whole = Result { try Decoding.whole(data, ["zstd"]) }
      #expect((try? whole.get()) == expected, comment)
    }

    @Test("several frames are one body, and skippable frames are skipped")
    func frames() {
      expectBoth(Self.frame + Self.frame, Self.text + Self.text)
      expectBoth(Self.skipped + Self.frame + Self.skipped, Self.text)
      expectBoth(Self.skipped, Data())
      expectBoth(Self.frame + Self.skipped.dropLast(), nil)
      expectBoth(Self.frame + Self.frame.prefix(2), nil)
      expectBoth(StoredCodings.zstd(Data()), Data())
    }

    @Test("a window has at most 8 MiB, for content of any size, whole or in pieces", .feature("F22"))
    func windows() {
      let block = Self.frame.dropFirst(6)
      expectBoth(StoredCodings.zstdHead(window: 0x68) + block, Self.text)
      for window in [0x69, 0x70, 0xA8, 0xFF] as [UInt8] {
        expectBoth(StoredCodings.zstdHead(window: window) + block, nil, "\(window)")
        // The size of the content is known and small, which does not make the window smaller.
        let size = Self.text.count - 256
        let head = Data([0x28, 0xB5, 0x2F, 0xFD, 0x40, window, UInt8(size & 0xFF), UInt8(size >> 8)])
        expectBoth(head + block, nil, "\(window), with a size")
      }
      #expect {
        try Decoding.whole(StoredCodings.zstdHead(window: 0x69) + block, ["zstd"])
      } throws: { error in
        (error as? CurlProblem)?.message.contains("8 MiB") == true
      }
    }

    @Test("formats from before the RFC, frames with a dictionary and other magic numbers are refused")
    func otherFormats() {
      let rest = Self.frame.dropFirst(4)
      for last in UInt8(0x1E)...0x27 {
        expectBoth(Data([last, 0xB5, 0x2F, 0xFD]) + rest, nil, "\(last)")
      }
      expectBoth(Data([0x28, 0xB5, 0x2F, 0xFC]) + rest, nil)
      expectBoth(Data([0x28, 0xB5, 0x2F, 0xFD, 0x01, 0x68, 7]) + Self.frame.dropFirst(6), nil)
      // The magic number of a dictionary (RFC 8878 §5).
      expectBoth(Data([0x37, 0xA4, 0x30, 0xEC]) + rest, nil)
    }

    @Test("br windows of more than 16 MiB are refused", .enabled(if: ContentCoding.available.contains(.br)))
    func brotliWindows() {
      // The header of libbrotli's own format for large windows, with 25 bits.
      let large = Data([0x11, 0x19, 0x03])
      #expect(throws: CurlProblem.self) { try Decoding.whole(large, ["br"]) }
      #expect(throws: CurlProblem.self) { try Decoding.streamed(large, ["br"], by: 1) }
    }
  }
#endif
