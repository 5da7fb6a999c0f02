#if os(Linux)
  import Foundation
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  /// The second reading is the one-shot function of each library, which shares no state with its streaming one.
  @Suite("Fuzz: content codings are decoded as by a second implementation", .serialized)
  struct ContentCodingFuzzTests {
    /// Text with repeats, or bytes of any kind.
    private static func body(_ generator: inout SeededGenerator) -> Data {
      guard generator.chance(2) else { return Data(generator.bytes(0...3_000)) }
      let words = (0..<5).map { _ in Data(generator.bytes(1...12)) }
      return (0..<generator.index(below: 400)).reduce(into: Data()) { body, _ in
        body += words[generator.index(below: words.count)]
      }
    }

    private static func changed(_ body: Data, _ generator: inout SeededGenerator) -> Data {
      var bytes = [UInt8](body)
      for _ in 0...generator.index(below: 3) where !bytes.isEmpty {
        let place = generator.index(below: bytes.count)
        switch generator.index(below: 4) {
        case 0: bytes[place] ^= 1 << UInt8(generator.index(below: 8))
        case 1: bytes[place] = UInt8(generator.index(below: 256))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.index(below: 9)))
        default: bytes.insert(contentsOf: generator.bytes(1...9), at: place)
        }
      }
      return Data(bytes)
    }

    @Test("up to three codings are decoded to the same bytes, in any chunks", .feature("F22"))
    func roundTrips() {
      checkProperty(cases: Fuzz.cases(150)) { generator in
        let body = Self.body(&generator)
        let all = ContentCoding.available
        let codings = (0...generator.index(below: 3)).map { _ in all[generator.index(below: all.count)] }
        let encoded = codings.reduce(body) { data, coding in
          SecondReading.encode(data, coding, level: 1 + generator.index(below: 9))
            ?? StoredCodings.encode(data, coding)
        }
        let field = [codings.map(\.rawValue).joined(separator: ",")]
        let size = 1 + generator.index(below: 200)
        return try Decoding.whole(encoded, field, limit: body.count) == body
          && Decoding.streamed(encoded, field, by: size) == body
      }
    }

    @Test(
      "changed bytes are an error, or decoded as by the second implementation, whole or in pieces",
      .feature("F22"))
    func changes() {
      let samples = EncodedSample.all + EncodedSample.zeros
      checkProperty(cases: Fuzz.cases(400)) { generator in
        let sample = samples[generator.index(below: samples.count)]
        let bytes = Self.changed(sample.bytes, &generator)
        let field = [sample.coding.rawValue]
        let size = 1 + generator.index(below: 200)
        let limit = 1 << 20
        var streamed = Data()
        let streamedFailed = !succeeds { try Decoding.streamed(bytes, field, by: size, partial: &streamed) }
        var whole: Data?
        let wholeFailed = !succeeds { whole = try Decoding.whole(bytes, field, limit: limit) }
        if streamed.count > limit { return wholeFailed }
        guard wholeFailed == streamedFailed else { return false }
        guard let whole, !bytes.isEmpty else { return true }
        guard whole == streamed else { return false }
        guard let second = SecondReading.decode(bytes, sample.coding, room: limit) else { return true }
        return second == whole
      }
    }

    @Test(
      "request bodies compressed by gzip are decoded to the same bytes, in pieces of any size",
      .feature("F19"))
    func requestBodies() {
      checkProperty(cases: Fuzz.cases(150)) { generator in
        let body = Self.body(&generator)
        let encoder = try #require(Deflater())
        var (rest, encoded) = (body, Data())
        while !rest.isEmpty {
          let size = 1 + generator.index(below: generator.chance(2) ? 20 : 2_000)
          encoded += try #require(encoder.encode(rest.prefix(size), isLast: false))
          rest = rest.dropFirst(size)
        }
        encoded += try #require(encoder.encode(Data(), isLast: true))
        return try Decoding.whole(encoded, ["gzip"]) == body
      }
    }

    private func succeeds(_ body: () throws -> Void) -> Bool {
      do { try body() } catch { return false }
      return true
    }
  }

  /// What the libraries' functions for whole bodies make of bytes, where this process has them.
  private enum SecondReading {
    private typealias ZstdFunction =
      @convention(c) (
        UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int
      ) -> Int
    private typealias ZstdCompress =
      @convention(c) (
        UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, Int32
      ) -> Int
    private typealias BrotliDecode =
      @convention(c) (
        Int, UnsafeRawPointer?, UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?
      ) -> Int32

    /// The content by libzstd or libbrotlidec; nil for an error, and for other codings.
    ///
    /// Frames that are to be refused, as for their windows, are accepted here.
    static func decode(_ data: Data, _ coding: ContentCoding, room: Int) -> Data? {
      var output = [UInt8](repeating: 0, count: room)
      var made = room
      switch coding {
      case .zstd:
        guard let decompress = symbol("ZSTD_decompress", ZstdFunction.self) else { return nil }
        made = data.withUnsafeBytes { decompress(&output, room, $0.baseAddress, $0.count) }
        guard made >= 0, made <= room else { return nil }
      case .br:
        guard let decompress = symbol("BrotliDecoderDecompress", BrotliDecode.self) else { return nil }
        let code = data.withUnsafeBytes { decompress($0.count, $0.baseAddress, &made, &output) }
        guard code == 1 else { return nil }
      case .gzip, .deflate: return nil
      }
      return Data(output.prefix(made))
    }

    /// The body as libzstd compresses it; nil for other codings.
    static func encode(_ data: Data, _ coding: ContentCoding, level: Int) -> Data? {
      guard coding == .zstd, let compress = symbol("ZSTD_compress", ZstdCompress.self) else { return nil }
      var output = [UInt8](repeating: 0, count: data.count + 1_000)
      let room = output.count
      let made = data.withUnsafeBytes { compress(&output, room, $0.baseAddress, $0.count, Int32(level)) }
      return made >= 0 && made <= room ? Data(output.prefix(made)) : nil
    }

    private static func symbol<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  }
#endif
