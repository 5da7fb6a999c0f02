/// A stored response as the bytes of a file: the name of the format, the lengths of the two parts and a checksum of both,
/// then the head as JSON and the body unchanged. A file is untrusted: its lengths are checked before its parts are read.
enum DiskCacheRecord {
  /// The lengths of the parts, and their checksum.
  struct Prefix: Hashable {
    var headLength: Int
    var bodyLength: Int
    var checksum: UInt64

    static let length = 32
  }

  /// The name of the format and its version. Files in another format count as damaged, so that they are removed in time.
  private static let magic = Data("REQCACH2".utf8)

  /// The size in bytes of the longest head: far beyond the header section of any real response.
  static let maximumHeadLength = 1 << 20

  /// Encodes a response as a record for a folder.
  ///
  /// - Throws: ``FileFailure`` with `EFBIG` if the head is longer than ``maximumHeadLength``; the errors of the encoder.
  static func encode(_ response: CachedResponse, in folder: String) throws -> Data {
    let head = try BodyCoders.json.encode(response.head)
    guard head.count <= maximumHeadLength else {
      let problem = "the header section of a response is too long to be stored in “\(folder)”"
      throw FileFailure(.EFBIG, path: folder, message: problem)
    }
    var record = magic
    record.reserveCapacity(Prefix.length + head.count + response.body.count)
    append(UInt64(head.count), to: &record)
    append(UInt64(response.body.count), to: &record)
    append(checksum(head, response.body), to: &record)
    record.append(head)
    record.append(response.body)
    return record
  }

  /// Reads the start of a file of this size. Returns nil if the file has another format, is incomplete, or has a body
  /// larger than `limit`.
  static func prefix(_ data: Data, ofFileOf size: Int, limit: Int) -> Prefix? {
    guard data.count == Prefix.length, data.starts(with: magic),
      let head = Int(exactly: number(data, at: 8)), let body = Int(exactly: number(data, at: 16)),
      head <= maximumHeadLength, body <= min(limit, size), Prefix.length + head + body == size
    else { return nil }
    return Prefix(headLength: head, bodyLength: body, checksum: number(data, at: 24))
  }

  /// True if the parts have the lengths and the checksum with which they were written.
  static func isWhole(head: Data, body: Data, _ prefix: Prefix) -> Bool {
    head.count == prefix.headLength && body.count == prefix.bodyLength
      && checksum(head, body) == prefix.checksum
  }

  /// Decodes the head alone, before its checksum is compared, to decide whether the body has to be read. Returns nil if
  /// it is malformed, or if no server can have sent it.
  static func decode(head: Data) -> CachedResponse.Head? {
    guard let head = try? JSONCoding().decode(CachedResponse.Head.self, from: head) else { return nil }
    return isPlausible(head) ? head : nil
  }

  private static func isPlausible(_ head: CachedResponse.Head) -> Bool {
    let times = [
      head.freshness.lifetime, head.freshness.initialAge, head.freshness.received.timeIntervalSince1970,
    ]
    return (100...999).contains(head.status) && times.allSatisfy { abs($0) < 1e12 }
      && head.headers.allSatisfy { field in
        Token.isValid(field.name.rawValue) && !field.value.utf8.contains { [0x00, 0x0A, 0x0D].contains($0) }
      }
  }

  private static func checksum(_ head: Data, _ body: Data) -> UInt64 {
    // The hash of each part includes its length.
    XXH64.hash(body, seed: XXH64.hash(head))
  }

  private static func append(_ number: UInt64, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }

  private static func number(_ data: Data, at offset: Int) -> UInt64 {
    data.dropFirst(offset).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
