import CRequisiteZip

/// An encoder of gzip (RFC 1952) or raw deflate (RFC 1951), based on zlib.
///
/// The gzip header contains no time, so equal content gives equal bytes. Only one task at a time may use an encoder.
package final class Deflater {
  /// True if this process has zlib: always on Apple platforms, and nearly always on Linux.
  package static let isAvailable = rq_deflate_available() != 0

  private static let bufferSize = 16_384
  private let deflater: OpaquePointer

  /// Creates an encoder; returns nil without zlib, or if its memory of about 260 KB cannot be allocated.
  ///
  /// - Parameter windowBits: The format, as `rq_deflater_create` takes it; gzip by default.
  package init?(windowBits: Int = RQ_DEFLATER_GZIP) {
    // zlib is found by the first who asks whether it is available.
    guard Self.isAvailable, let deflater = rq_deflater_create(Int32(windowBits)) else { return nil }
    self.deflater = deflater
  }

  deinit { rq_deflater_free(deflater) }

  /// Forgets all content before. Returns false if zlib failed.
  package func restart() -> Bool { rq_deflater_restart(deflater) == 0 }

  /// Encodes the next chunk of the content.
  ///
  /// - Parameters:
  ///   - chunk: The next bytes of the content, which may be empty.
  ///   - isLast: True for the chunk that ends the content. Nothing can be encoded after it.
  /// - Returns: The compressed bytes that are ready, often none because zlib buffers its output; nil if zlib failed.
  func encode(_ chunk: Data, isLast: Bool) -> Data? {
    var output: [UInt8] = []
    let ending = isLast ? RQ_DEFLATER_FINISH : RQ_DEFLATER_KEEP
    return chunk.withUnsafeBytes { encode($0, ending, into: &output) } ? Data(output) : nil
  }

  /// Appends the bytes that are ready after a chunk of the content. Returns false if zlib failed.
  ///
  /// - Parameter ending: What is done after the chunk, as `rq_deflater_step` takes it.
  package func encode(_ chunk: UnsafeRawBufferPointer, _ ending: Int, into output: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { buffer in
      var rest = chunk
      while true {
        var (consumed, written) = (0, 0)
        let code = rq_deflater_step(
          deflater, rest.assumingMemoryBound(to: UInt8.self).baseAddress, rest.count, &consumed,
          Int32(ending),
          buffer.assumingMemoryBound(to: UInt8.self).baseAddress, buffer.count, &written)
        output.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<written])
        rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
        switch code {
        case Int32(RQ_DEFLATER_END): return true
        // zlib has written everything when it leaves room.
        case Int32(RQ_DEFLATER_MORE) where written == buffer.count || !rest.isEmpty: continue
        case Int32(RQ_DEFLATER_MORE): return ending != RQ_DEFLATER_FINISH
        default: return false
        }
      }
    }
  }
}
