#if os(Linux)
  import Foundation

  @testable import CurlEngine

  /// Encoders without compression, written from the RFCs by hand: their output is correct, even if a library refuses it.
  enum StoredCodings {
    static func encode(_ data: Data, _ coding: ContentCoding) -> Data {
      switch coding {
      case .gzip: gzip(data)
      case .deflate: zlib(data)
      case .br: brotli(data)
      case .zstd: zstd(data)
      }
    }

    /// RFC 1952 §2.3.
    static func gzip(_ data: Data) -> Data {
      var crc: UInt32 = .max
      for byte in data {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + deflate(data) + number(~crc, 4)
        + number(UInt32(data.count), 4)
    }

    /// RFC 1950 §2.2.
    static func zlib(_ data: Data) -> Data {
      var (low, high) = (UInt32(1), UInt32(0))
      for byte in data { (low, high) = ((low + UInt32(byte)) % 65_521, (high + low + UInt32(byte)) % 65_521) }
      return Data([0x78, 0x01]) + deflate(data) + Data(number(high << 16 | low, 4).reversed())
    }

    /// Blocks that are stored (RFC 1951 §3.2.4).
    static func deflate(_ data: Data) -> Data {
      let blocks = pieces(data, 65_535)
      return blocks.enumerated().reduce(into: Data()) { result, block in
        let count = UInt32(block.element.count)
        result += [block.offset == blocks.count - 1 ? 1 : 0]
        result += number(count, 2) + number(~count & 0xFFFF, 2) + block.element
      }
    }

    /// Uncompressed meta-blocks (RFC 7932 §9.2), with a window of 64 KiB.
    static func brotli(_ data: Data) -> Data {
      guard !data.isEmpty else { return Data([0x06]) }
      var result = Data()
      for piece in pieces(data, 65_536) {
        let head = UInt32(piece.count - 1) << 3 | 1 << 19
        result += number(result.isEmpty ? head << 1 : head, 3) + piece
      }
      return result + [0x03]
    }

    /// Raw blocks (RFC 8878 §3.1.1.2) in a frame with a window of 8 MiB.
    static func zstd(_ data: Data) -> Data {
      let blocks = pieces(data, 128 << 10)
      return blocks.enumerated().reduce(into: zstdHead()) { result, block in
        let isLast: UInt32 = block.offset == blocks.count - 1 ? 1 : 0
        result += number(UInt32(block.element.count) << 3 | isLast, 3) + block.element
      }
    }

    /// Zeros in blocks of one repeated byte, four bytes for each 128 KiB.
    static func zstdZeros(_ count: Int) -> Data {
      let blocks = stride(from: 0, to: count, by: 128 << 10).map { min(128 << 10, count - $0) }
      return blocks.enumerated().reduce(into: zstdHead()) { result, block in
        let isLast: UInt32 = block.offset == blocks.count - 1 ? 1 : 0
        result += number(UInt32(block.element) << 3 | 1 << 1 | isLast, 3) + [0]
      }
    }

    /// The head of a frame without its size, with the given Window_Descriptor (RFC 8878 §3.1.1.1.2): 0x68 is 8 MiB.
    static func zstdHead(window: UInt8 = 0x68) -> Data { Data([0x28, 0xB5, 0x2F, 0xFD, 0x00, window]) }

    private static func pieces(_ data: Data, _ size: Int) -> [Data] {
      guard !data.isEmpty else { return [data] }
      return stride(from: 0, to: data.count, by: size).map { data.dropFirst($0).prefix(size) }
    }

    /// A number in little-endian order.
    private static func number(_ value: UInt32, _ bytes: Int) -> Data {
      Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }
  }

  /// Runs a ``ContentDecoder`` as the transport does.
  enum Decoding {
    /// A body in memory, all at once.
    static func whole(_ data: Data, _ fields: [String], limit: Int = .max) throws -> Data? {
      var result = Data()
      guard decoder(fields) != nil else { return nil }
      try streamed(data, fields, by: .max, limit: limit, partial: &result)
      return result
    }

    /// A stream, `size` bytes at a time. What was decoded before an error is in `partial`.
    static func streamed(
      _ data: Data, _ fields: [String], by size: Int = 7, limit: Int = .max, partial result: inout Data
    ) throws {
      guard var decoder = decoder(fields, limit: limit) else { return result += data }
      var rest = data
      while !rest.isEmpty {
        try decoder.feed(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let chunk = try decoder.next() { result += chunk }
      }
      try decoder.finish()
    }

    /// A stream, `size` bytes at a time.
    static func streamed(_ data: Data, _ fields: [String], by size: Int = 7) throws -> Data {
      var result = Data()
      try streamed(data, fields, by: size, partial: &result)
      return result
    }

    /// The header lines of a response with these fields `Content-Encoding`.
    static func lines(_ codings: [String]) -> HTTPHeaderLines {
      var lines = HTTPHeaderLines()
      for coding in codings {
        Array("Content-Encoding: \(coding)\r\n".utf8).withUnsafeBytes { _ = lines.append($0) }
      }
      return lines
    }

    private static func decoder(_ fields: [String], limit: Int = .max) -> ContentDecoder? {
      ContentDecoder(lines(fields), isWanted: true, limit: limit)
    }
  }
#endif
