import CRequisiteCurl

/// zlib's encoder of gzip (RFC 1952), for one body. The same content always gives the same bytes.
///
/// Used by one task at a time.
final class GzipEncoder {
  /// Whether this process has zlib. Always true on Apple platforms; on Linux libcurl brings it, unless libcurl was built
  /// without it.
  static let isAvailable = rq_deflate_available() != 0

  private let deflater: OpaquePointer

  /// Makes an encoder; nil if there is no memory for it, about 260 KB. Only where ``isAvailable``.
  init?() {
    guard let deflater = rq_deflater_create() else { return nil }
    self.deflater = deflater
  }

  deinit { rq_deflater_free(deflater) }

  /// The compressed bytes that are ready after the next piece of the content; often none, because zlib collects.
  ///
  /// - Parameter isLast: True for the piece that ends the content. Nothing can be encoded after it.
  /// - Returns: nil if zlib failed.
  func encode(_ piece: Data, isLast: Bool) -> Data? {
    var output = Data()
    var rest = piece
    var room = [UInt8](repeating: 0, count: max(512, min(piece.count, 64 << 10)))
    while true {
      var (used, made) = (0, 0)
      let code = rest.withUnsafeBytes { bytes in
        rq_deflater_step(
          deflater, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &used, isLast ? 1 : 0,
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
