import CRequisiteZip

/// An encoder of gzip (RFC 1952) for one body, based on zlib.
///
/// The gzip header contains no time, so equal content gives equal bytes. Only one task at a time may use an encoder.
final class GzipEncoder {
  /// True if this process has zlib: always on Apple platforms, and nearly always on Linux.
  static let isAvailable = rq_deflate_available() != 0

  private let deflater: OpaquePointer

  /// Creates an encoder; returns nil if its memory of about 260 KB cannot be allocated. Requires ``isAvailable``.
  init?() {
    guard let deflater = rq_deflater_create(Int32(RQ_DEFLATER_GZIP)) else { return nil }
    self.deflater = deflater
  }

  deinit { rq_deflater_free(deflater) }

  /// Encodes the next piece of the content.
  ///
  /// - Parameters:
  ///   - piece: The next bytes of the content, which may be empty.
  ///   - isLast: True for the piece that ends the content. Nothing can be encoded after it.
  /// - Returns: The compressed bytes that are ready, often none because zlib buffers its output; nil if zlib failed.
  func encode(_ piece: Data, isLast: Bool) -> Data? {
    var output = Data()
    var rest = piece
    let ending = Int32(isLast ? RQ_DEFLATER_FINISH : RQ_DEFLATER_KEEP)
    var room = [UInt8](repeating: 0, count: max(512, min(piece.count, 64 << 10)))
    while true {
      var (used, made) = (0, 0)
      let code = rest.withUnsafeBytes { bytes in
        rq_deflater_step(
          deflater, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &used, ending,
          &room, room.count, &made)
      }
      output.append(contentsOf: room[..<made])
      rest = rest.dropFirst(used)
      switch code {
      case Int32(RQ_DEFLATER_END): return output
      case Int32(RQ_DEFLATER_MORE) where made == room.count || !rest.isEmpty: continue
      case Int32(RQ_DEFLATER_MORE): return isLast ? nil : output
      default: return nil
      }
    }
  }
}
